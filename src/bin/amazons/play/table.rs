//! The game on the table: what was played, and how it is shown.

use core::fmt;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use amazons::endgame::separated_totals;
use amazons::notation::{Diagram, Format};
use amazons::territory::evaluate;
use amazons::{Color, Ending, Game, Move};

use super::Side;
use crate::Fault;

/// Search that counting a settled board may take: about a tenth of a second.
const WORK: u64 = 1_000_000;

pub struct Table {
    game: Game,
    side: Side,
    flipped: bool,
    /// The file that the game was saved in: only that one may be written over.
    saved: Option<String>,
}

impl Table {
    /// A table with a game to go on with; whoever plays Black alone sits at Black's side.
    pub fn new(game: Game, side: Side) -> Table {
        Table {
            game,
            side,
            flipped: matches!(side, Side::Black),
            saved: None,
        }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn is_users_turn(&self) -> bool {
        self.side.plays(self.game.position().turn())
    }

    /// Who made the last move.
    pub fn mover_before(&self) -> Color {
        !self.game.position().turn()
    }

    /// How the game ended, if it did.
    pub fn result(&self) -> Option<String> {
        let winner = self.game.winner()?;
        let how = match self.game.ending() {
            Ending::NoMove => format!("{} has no move", !winner),
            Ending::Resignation => format!("{} resigned", !winner),
            Ending::Time => format!("{} ran out of time", !winner),
            _ => "as the record says".to_owned(),
        };
        Some(format!("{winner} won: {how}."))
    }

    pub fn play(&mut self, m: Move) -> Result<(), Fault> {
        if self.game.winner().is_some() {
            return Err("the game is over".into());
        }
        Ok(self.game.play(m)?)
    }

    /// Takes back a resignation, or the user's last move and what was played after it.
    pub fn undo(&mut self) -> Result<(), Fault> {
        if self.game.winner().is_some() && self.game.ending() != Ending::NoMove {
            // Nobody wins an unfinished game: the colour says nothing.
            return Ok(self.game.end(Color::White, Ending::Unfinished)?);
        }
        let turns = std::iter::successors(Some(self.game.position().turn()), |&turn| Some(!turn));
        let back = (1..=self.game.len())
            .zip(turns.skip(1))
            .find(|&(_, turn)| self.side.plays(turn));
        let (plies, _) = back.ok_or("there is no move to take back")?;
        for _ in 0..plies {
            self.game.retract();
        }
        Ok(())
    }

    pub fn resign(&mut self) -> Result<(), Fault> {
        if self.game.winner().is_some() {
            return Err("the game is over".into());
        }
        Ok(self.game.resign(self.game.position().turn())?)
    }

    pub fn flip(&mut self) {
        self.flipped = !self.flipped;
    }

    /// Puts another game on the table.
    pub fn start(&mut self, game: Game) {
        self.game = game;
    }

    /// The moves so far, numbered.
    pub fn moves(&self) -> String {
        match Format::Numbered.write(&self.game) {
            Ok(text) => text.trim_end().to_owned(),
            Err(error) => error.to_string(),
        }
    }

    /// Who owns what: counted where the sides never meet again, else as the evaluation expects.
    pub fn score(&self) -> String {
        let position = self.game.position();
        if let Some(totals) = separated_totals(position, WORK) {
            return format!(
                "The sides never meet again. Moves left: White {}, Black {}; {} wins with {} to spare.",
                totals.white,
                totals.black,
                totals.winner(position.turn()),
                totals.margin(position.turn())
            );
        }
        let ownership = evaluate(position).ownership;
        let owned = |color: Color| -> f32 {
            let empty = position.empty().iter();
            empty
                .map(|square| color.sign() as f32 * ownership[square.index()])
                .filter(|&owned| owned > 0.0)
                .sum()
        };
        format!(
            "Expected squares: White {:.1}, Black {:.1}, of {} empty ones.",
            owned(Color::White),
            owned(Color::Black),
            position.empty().count()
        )
    }

    /// Writes the game into a new file, or the one it was saved in before; the name's ending says in which format.
    pub fn save(&mut self, name: &str) -> Result<(), Fault> {
        let extension = Path::new(name)
            .extension()
            .and_then(|ending| ending.to_str());
        let format = match extension {
            Some("sgf") => Format::Sgf,
            Some("json") => Format::Json,
            _ => Format::Numbered,
        };
        let text = format.write(&self.game)?;
        let again = self.saved.as_deref() == Some(name);
        let mut options = OpenOptions::new();
        options
            .write(true)
            .create(again)
            .truncate(again)
            .create_new(!again);
        options
            .open(name)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("{name}: {error}"))?;
        self.saved = Some(name.to_owned());
        Ok(())
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = Diagram::new(self.game.position())
            .unicode(true)
            .flipped(self.flipped)
            .last_move(self.game.last_move());
        write!(f, "{diagram}")
    }
}
