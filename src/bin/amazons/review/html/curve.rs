//! The curve of White's probability to win.

use core::fmt::Write;

use maud::{Markup, html};

use super::super::analysis::Review;
use super::super::judgement::Mark;
use super::super::words::percent;
use super::anchor;

/// Height of the drawing; a ply is one unit wide. The page stretches it.
const HEIGHT: f32 = 100.0;

/// Strokes keep their width however the drawing is stretched.
const FIXED: &str = "non-scaling-stroke";

/// The curve with a link on every ply. It is drawn for the eye; the list of moves says the same to a screen reader.
pub fn curve(review: &Review) -> Markup {
    let plies = &review.plies;
    let width = plies.len() as f32;
    let y = |white_wins: f32| HEIGHT * (1.0 - white_wins);
    let mut line = String::new();
    for (x, ply) in plies.iter().enumerate() {
        let command = if x == 0 { 'M' } else { 'L' };
        // Writing into a `String` can't fail.
        let _ = write!(line, "{command}{x}.5 {:.1}", y(ply.assessment.white_wins));
    }
    // The first and the last value hold to the edges.
    let first = plies.first().map_or(0.5, |ply| ply.assessment.white_wins);
    let area = format!("M0 {:.1}L{}H{width}V{HEIGHT}H0Z", y(first), &line[1..]);
    let story = &review.story;
    html! {
        figure.curve {
            svg viewBox=(format!("0 0 {width} {HEIGHT}")) preserveAspectRatio="none" role="img"
                aria-label="White's probability to win, ply by ply; the list of moves has the numbers" {
                rect.ground width=(width) height=(HEIGHT) {}
                path.area d=(area) {}
                path.middle vector-effect=(FIXED) d=(format!("M0 50H{width}")) {}
                @for (class, ply) in [("settled", story.settled), ("proven", story.proven)] {
                    @if let Some(ply) = ply {
                        path class=(class) vector-effect=(FIXED) d=(format!("M{ply}.5 0V{HEIGHT}")) {}
                    }
                }
                path.line vector-effect=(FIXED) d=(line) {}
                @for pair in plies.windows(2) {
                    @if let Some(mark) = pair[0].played.as_ref().and_then(|judged| judged.mark) {
                        path class={ "dot " (mark.name()) } vector-effect=(FIXED)
                            d=(format!("M{}.5 {:.1}h0", pair[1].ply, y(pair[1].assessment.white_wins))) {}
                    }
                }
                @for ply in plies {
                    a href=(anchor(ply.ply)) tabindex="-1" {
                        rect.hit x=(ply.ply) width="1" height=(HEIGHT) {
                            title { (hint(review, ply.ply)) }
                        }
                    }
                }
            }
            figcaption {
                span { "White's chances" }
                @for mark in Mark::ALL {
                    span class={ "key " (mark.name()) } { (mark.name()) }
                }
                @if story.settled.is_some() { span.key.settled { "territory settled" } }
                @if story.proven.is_some() { span.key.proven { "result proven" } }
            }
        }
    }
}

/// What a pointer on a ply is told.
fn hint(review: &Review, ply: usize) -> String {
    let white = percent(review.plies[ply].assessment.white_wins);
    let before = ply.checked_sub(1).map(|before| &review.plies[before]);
    match before.and_then(|before| before.played.as_ref()) {
        Some(judged) => format!("{ply}. {}: White {white}", judged.played),
        None => format!("Start: White {white}"),
    }
}
