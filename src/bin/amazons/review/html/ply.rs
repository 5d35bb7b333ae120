//! One position of the game: its board, who is winning, the best lines.

use amazons::{Color, Report};
use maud::{Markup, html};

use super::super::analysis::{Ply, Review};
use super::super::judgement::{Judgement, Mark};
use super::super::words::{percent, signed};
use super::anchor;
use super::board::Board;

/// How much of a line is shown, in plies.
const SHOWN_PLIES: usize = 6;

/// All positions. One is shown at a time: the one whose anchor was followed, at first the one after the costliest move.
pub fn sections(review: &Review) -> Markup {
    let opening = opening_ply(review);
    html! {
        @for (index, ply) in review.plies.iter().enumerate() {
            @let before = index.checked_sub(1).map(|index| &review.plies[index]);
            (section(before, ply, review.plies.len(), ply.ply == opening))
        }
    }
}

/// The position to open the page with.
fn opening_ply(review: &Review) -> usize {
    let costliest = review
        .plies
        .iter()
        .filter_map(|ply| Some((ply.ply + 1, ply.played.as_ref()?)))
        .filter(|(_, judged)| judged.mark.is_some())
        .max_by(|(_, a), (_, b)| a.loss.total_cmp(&b.loss));
    costliest.map_or(review.plies.len() - 1, |(ply, _)| ply)
}

fn section(before: Option<&Ply>, ply: &Ply, count: usize, opening: bool) -> Markup {
    let assessment = &ply.assessment;
    let led_here = before
        .and_then(|before| Some((before.assessment.position.turn(), before.played.as_ref()?)));
    let better = ply.played.as_ref().filter(|judged| judged.mark.is_some());
    let board = Board {
        position: &assessment.position,
        last_move: led_here.map(|(_, judged)| judged.played),
        better: better.map(|judged| judged.best),
        ownership: &assessment.report.ownership,
        ply: ply.ply,
    };
    let title = format!("t{}", ply.ply);
    html! {
        section.ply.opening[opening] id=(&anchor(ply.ply)[1..]) aria-labelledby=(title) {
            h2 id=(title) { (heading(ply.ply, led_here)) }
            (board.draw())
            (bar(assessment.white_wins))
            (steps(ply.ply, count))
            @if let Some((color, judged)) = led_here {
                (verdict(color, judged))
            }
            p { (outlook(ply)) }
            @if let Some(judged) = better {
                p { "Green: " (judged.best) ", better than what was played." }
            }
            (lines(assessment.position.turn(), &assessment.report))
        }
    }
}

fn heading(ply: usize, led_here: Option<(Color, &Judgement)>) -> Markup {
    html! {
        @match led_here {
            None => { "Start" }
            Some((color, judged)) => {
                (ply) ". " span.unseen { (color) " " } (judged.played)
                @if let Some(mark) = judged.mark {
                    span class={ "glyph " (mark.name()) } { (mark.glyph()) }
                }
            }
        }
    }
}

/// White's share of the chances, as a bar.
fn bar(white_wins: f32) -> Markup {
    let white = percent(white_wins);
    let black = percent(1.0 - white_wins);
    html! {
        p.bar {
            svg.share aria-hidden="true" { rect width=(white) height="100%" {} }
            span.white { "White " (white) }
            span.black { "Black " (black) }
        }
    }
}

/// Links to the positions around.
fn steps(ply: usize, count: usize) -> Markup {
    let last = count - 1;
    let step = |to: Option<usize>, sign: &str, name: &str| {
        html! {
            @match to {
                Some(to) => { a href=(anchor(to)) aria-label=(name) { (sign) } }
                None => { span aria-hidden="true" { (sign) } }
            }
        }
    };
    html! {
        p.steps {
            (step((ply > 0).then_some(0), "«", "first position"))
            (step(ply.checked_sub(1), "‹", "one ply back"))
            (step((ply < last).then_some(ply + 1), "›", "one ply on"))
            (step((ply < last).then_some(last), "»", "last position"))
        }
    }
}

/// What the move that led here was worth.
fn verdict(color: Color, judged: &Judgement) -> Markup {
    html! {
        @match judged.mark {
            Some(mark) => p class={ "verdict " (mark.name()) } {
                strong { (capital(mark)) ": " }
                "it cost " (percent(judged.loss)) ". With " (judged.best) " " (color) " would win "
                (percent(judged.best_wins)) ", now " (percent(judged.played_wins)) "."
            },
            None if judged.loss == 0.0 => p.verdict { "Nothing better was found." },
            None => p.verdict { "It cost " (percent(judged.loss)) " against " (judged.best) "." },
        }
    }
}

fn capital(mark: Mark) -> String {
    let name = mark.name();
    name[..1].to_uppercase() + &name[1..]
}

/// Who is ahead, by how much, and what is certain.
fn outlook(ply: &Ply) -> String {
    let assessment = &ply.assessment;
    let leader = match assessment.white_wins {
        wins if wins >= 0.5 => Color::White,
        _ => Color::Black,
    };
    let margin = leader.sign() as f32 * assessment.white_margin;
    let settled = match assessment.settled {
        true => " The sides never meet again.",
        false => "",
    };
    match assessment.winner {
        Some(winner) => format!("{winner} wins, that is proven.{settled}"),
        None if margin >= 0.05 => {
            format!("{leader} is ahead, by {margin:.1} moves at the end of the best line.{settled}")
        }
        None => format!("{leader} is ahead.{settled}"),
    }
}

fn lines(turn: Color, report: &Report) -> Markup {
    html! {
        @if !report.lines.is_empty() {
            table {
                caption { "Best lines for " (turn) }
                thead { tr {
                    th scope="col" { "Move" }
                    th scope="col" { "Wins" }
                    th scope="col" { "Margin" }
                    th scope="col" { "Then" }
                } }
                tbody {
                    @for line in &report.lines {
                        tr {
                            th scope="row" { (line.first) }
                            td { (percent(line.win_rate)) }
                            td { (signed(line.margin)) }
                            td {
                                @for (index, m) in line.pv.iter().skip(1).take(SHOWN_PLIES - 1).enumerate() {
                                    @if index > 0 { " " }
                                    (m)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
