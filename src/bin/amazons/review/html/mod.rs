//! A review as one page that loads nothing and works without JavaScript.

mod board;
mod curve;
mod ply;

use amazons::{Color, Tags};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::analysis::Review;
use super::judgement::Mark;
use super::words::{legend, milestones, percent, players, record, result, score};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The whole page. Whatever comes from the game's record is escaped by the template.
pub fn page(review: &Review) -> Markup {
    let [white, black] = players(review);
    let title = format!("{white} – {black}");
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Amazons game review" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (board::symbols(review.game.start()))
                header {
                    h1 { (white) span.against { " – " } (black) }
                    p.result { (result(review)) (event(review)) }
                }
                main {
                    div.viewer {
                        (curve::curve(review))
                        (ply::sections(review))
                        p.live.unseen role="status" {}
                    }
                    div.aside {
                        (summary(review))
                        (moves(review))
                        details.record {
                            summary { "Game file" }
                            pre tabindex="0" { (review.game_file) }
                        }
                    }
                }
                footer {
                    p { (legend()) }
                    p { "Squares on the boards show who is expected to own them: the larger, the surer. "
                        "With a keyboard, the arrow keys walk through the game." }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

/// The address, within the page, of the position after so many plies.
fn anchor(ply: usize) -> String {
    format!("#p{ply}")
}

/// Where and when it was played.
fn event(review: &Review) -> Markup {
    let tags = review.game.tags();
    let known = [Tags::EVENT, Tags::ROUND, Tags::SITE, Tags::DATE];
    html! {
        @for value in known.into_iter().filter_map(|name| tags.get(name)) {
            " · " (value)
        }
    }
}

fn summary(review: &Review) -> Markup {
    html! {
        section.summary aria-labelledby="summary" {
            h2 #summary { "What happened" }
            ul {
                @for sentence in milestones(review) {
                    li { (sentence) }
                }
                li { (score(review)) }
            }
            dl {
                @for color in [Color::White, Color::Black] {
                    @if let Some(record) = record(review, color) {
                        dt { (color) }
                        dd { (record) }
                    }
                }
            }
        }
    }
}

fn moves(review: &Review) -> Markup {
    html! {
        nav aria-labelledby="moves" {
            h2 #moves { "Moves" }
            p { a href=(anchor(0)) { "Start position" } }
            ol.moves {
                @for pair in review.plies.windows(2) {
                    @if let Some(judged) = &pair[0].played {
                        @let color = pair[0].assessment.position.turn();
                        li.black[color == Color::Black] {
                            a href=(anchor(pair[1].ply)) class=[judged.mark.map(Mark::name)] {
                                span.number { (pair[1].ply) } " "
                                span.unseen { (color) " " }
                                (judged.played)
                                @if let Some(mark) = judged.mark {
                                    span.glyph aria-hidden="true" { (mark.glyph()) }
                                    span.unseen { ", " (mark.name()) }
                                }
                                " " span.chance { (percent(pair[1].assessment.white_wins)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
