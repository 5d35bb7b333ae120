//! Reads games in SGF: the standard's GM[18], and Little Golem's export.

use super::error::error;
use super::result_text::GameResult;
use super::scanner::{Scanner, play};
use super::sgf::{Property, unescape, walk};
use super::sgf_dialect::{Dialect, GAME, TAGS};
use super::{GameErrorKind, ParseGameError};
use crate::board::{Bitboard, Color, Content, Move, Position, Setup, Square};
use crate::game::{Game, Tags};

/// What must be known before the first point can be read.
struct Header {
    dialect: Dialect,
    columns: u8,
    rows: u8,
}

/// Reads one game. The dialect is the moves' own; `otherwise` is that of a game without moves.
pub(super) fn read(bytes: &[u8], otherwise: Dialect) -> Result<Game, ParseGameError> {
    let mut header = Header {
        dialect: otherwise,
        columns: Square::MAX_SIDE,
        rows: Square::MAX_SIDE,
    };
    let mut moved = false;
    walk(bytes, |property| {
        match property.name.as_str() {
            "GM" if property.value.trim_ascii() != GAME.as_bytes() => {
                return error(GameErrorKind::OtherGame, property.value_at);
            }
            "SZ" => (header.columns, header.rows) = read_size(&property)?,
            "B" | "W" if !moved && !is_resign(property.value) => {
                header.dialect = Dialect::of_move(property.value);
                moved = true;
            }
            _ => {}
        }
        Ok(())
    })?;
    let mut reader = Reader {
        start: Position::standard(header.columns, header.rows).map(|position| position.setup()),
        blank: Setup {
            columns: header.columns,
            rows: header.rows,
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
            burnt: Bitboard::EMPTY,
            turn: Color::White,
        },
        header,
        root_setup: false,
        turn: None,
        game: None,
        tags: Tags::new(),
        comment: None,
        result: None,
        resigned: false,
    };
    walk(bytes, |property| reader.property(&property))?;
    reader.finish(bytes.len())
}

fn is_resign(value: &[u8]) -> bool {
    value.trim_ascii().eq_ignore_ascii_case(b"resign")
}

/// `10`, `8:6`: columns, and rows where they are another number.
fn read_size(property: &Property<'_>) -> Result<(u8, u8), ParseGameError> {
    let side = |bytes: &[u8]| {
        let bytes = bytes.trim_ascii();
        let digits = bytes.iter().all(u8::is_ascii_digit);
        let side: u8 = core::str::from_utf8(bytes).ok()?.parse().ok()?;
        (digits && (1..=Square::MAX_SIDE).contains(&side)).then_some(side)
    };
    let mut sides = property.value.splitn(2, |&b| b == b':').map(side);
    match (sides.next(), sides.next()) {
        (Some(Some(side)), None) => Ok((side, side)),
        (Some(Some(columns)), Some(Some(rows))) => Ok((columns, rows)),
        _ => error(GameErrorKind::Size, property.value_at),
    }
}

struct Reader {
    header: Header,
    /// What stands before the first move, if that is known.
    start: Option<Setup>,
    blank: Setup,
    /// Whether the first node sets the board up.
    root_setup: bool,
    turn: Option<Color>,
    game: Option<Game>,
    tags: Tags,
    /// What is said before the first move.
    comment: Option<String>,
    result: Option<(GameResult, usize)>,
    resigned: bool,
}

impl Reader {
    fn property(&mut self, property: &Property<'_>) -> Result<(), ParseGameError> {
        let dialect = self.header.dialect;
        let name = property.name.as_str();
        match name {
            "B" | "W" => self.play(property),
            "AB" | "AW" => self.set_up(property, dialect.color(&name[1..]).map(Content::Amazon)),
            "AA" => self.set_up(property, Some(Content::Burnt)),
            "AE" => self.set_up(property, Some(Content::Empty)),
            "PL" => self.set_turn(property),
            "RE" => {
                let text = unescape(property.value);
                let result = GameResult::read_property(text.as_bytes(), dialect.colors());
                let at = property.value_at;
                let result = result.ok_or(ParseGameError {
                    kind: GameErrorKind::Result,
                    at,
                })?;
                self.result = Some((result, at));
                Ok(())
            }
            "C" => {
                let text = unescape(property.value);
                match &mut self.game {
                    Some(game) => {
                        game.set_comment(game.len(), &text);
                    }
                    None => self.comment = Some(text.into_owned()),
                }
                Ok(())
            }
            _ => {
                self.set_tag(name, property.value);
                Ok(())
            }
        }
    }

    fn set_tag(&mut self, name: &str, value: &[u8]) {
        let player = name
            .strip_prefix('P')
            .and_then(|letter| self.header.dialect.color(letter))
            .map(|color| [Tags::WHITE, Tags::BLACK][color.index()]);
        let known = || TAGS.iter().find(|(sgf, _)| *sgf == name).map(|pair| pair.1);
        if let Some(tag) = player.or_else(known) {
            // The names come from this file, and no tag refuses them.
            let _ = self.tags.set(tag, &unescape(value));
        }
    }

    fn set_turn(&mut self, property: &Property<'_>) -> Result<(), ParseGameError> {
        if self.game.is_some() {
            return error(GameErrorKind::LateSetup, property.name_at);
        }
        let letter = match property.value.trim_ascii() {
            b"W" | b"w" | b"white" => "W",
            b"B" | b"b" | b"black" => "B",
            _ => return error(GameErrorKind::Side, property.value_at),
        };
        self.turn = self.header.dialect.color(letter);
        Ok(())
    }

    /// Puts something on a point, or on all of a rectangle `aa:cc`.
    fn set_up(
        &mut self,
        property: &Property<'_>,
        content: Option<Content>,
    ) -> Result<(), ParseGameError> {
        if self.game.is_some() {
            return error(GameErrorKind::LateSetup, property.name_at);
        }
        if property.root && !self.root_setup {
            self.root_setup = true;
            self.start = Some(self.blank);
        }
        let squares = self.read_points(property)?;
        let setup = self.start.get_or_insert(self.blank);
        let sides = [&mut setup.white, &mut setup.black, &mut setup.burnt];
        let taken = (*sides[0] | *sides[1] | *sides[2]) & squares;
        if let Some(square) = taken.first().filter(|_| property.root)
            && content != Some(Content::Empty)
        {
            let error = crate::board::SetupError::Occupied(square);
            return self::error(GameErrorKind::Setup(error), property.value_at);
        }
        let [white, black, burnt] = sides;
        for set in [&mut *white, &mut *black, &mut *burnt] {
            *set -= squares;
        }
        match content {
            Some(Content::Amazon(Color::White)) => *white |= squares,
            Some(Content::Amazon(Color::Black)) => *black |= squares,
            Some(Content::Burnt) => *burnt |= squares,
            Some(Content::Empty) | None => {}
        }
        Ok(())
    }

    fn read_points(&self, property: &Property<'_>) -> Result<Bitboard, ParseGameError> {
        let Header {
            dialect,
            columns,
            rows,
        } = self.header;
        let value = property.value;
        let board = Bitboard::rectangle(columns, rows);
        let point = |at: usize| {
            let found = dialect.point(value, at, rows);
            found
                .filter(|(square, _)| board.contains(*square))
                .ok_or(ParseGameError {
                    kind: GameErrorKind::Point,
                    at: property.value_at + at,
                })
        };
        let (first, length) = point(0)?;
        let (second, end) = match value.get(length) {
            Some(b':') => {
                let (second, more) = point(length + 1)?;
                (second, length + 1 + more)
            }
            _ => (first, length),
        };
        if end != value.len() {
            return error(GameErrorKind::Point, property.value_at + end);
        }
        let between = |a: u8, b: u8| a.min(b)..=a.max(b);
        let columns = between(first.column(), second.column());
        let rows = between(first.row(), second.row());
        Ok(board
            .iter()
            .filter(|s| columns.contains(&s.column()) && rows.contains(&s.row()))
            .fold(Bitboard::EMPTY, Bitboard::with))
    }

    fn play(&mut self, property: &Property<'_>) -> Result<(), ParseGameError> {
        let name = property.name.as_str();
        let Some(color) = self.header.dialect.color(name) else {
            return error(GameErrorKind::Side, property.name_at);
        };
        if self.resigned {
            return error(GameErrorKind::AfterEnd, property.name_at);
        }
        if self.game.is_none() {
            // Without a set-up White begins, with one whoever moves first.
            let turn = self.turn.or(self.root_setup.then_some(color));
            self.begin(turn, property.name_at)?;
        }
        let dialect = self.header.dialect;
        let rows = self.header.rows;
        let Some(game) = &mut self.game else {
            return error(GameErrorKind::NoStart, property.name_at);
        };
        if is_resign(property.value) {
            self.resigned = true;
            return game.resign(color).map_err(|error| ParseGameError {
                kind: GameErrorKind::Contradiction {
                    winner: error.winner,
                },
                at: property.value_at,
            });
        }
        if game.last_position().turn() != color {
            return error(GameErrorKind::Side, property.name_at);
        }
        let m = match dialect {
            Dialect::Standard => read_three_points(property, rows)?,
            Dialect::LittleGolem => {
                let shift = |error: ParseGameError| ParseGameError {
                    at: property.value_at + error.at,
                    ..error
                };
                let mut scanner = Scanner::new(property.value);
                scanner.skip_blanks();
                let m = scanner.read_move(b"").map_err(shift)?;
                scanner.skip_blanks();
                if scanner.peek().is_some() {
                    let kind = GameErrorKind::Move(super::MoveErrorKind::Trailing);
                    return error(kind, property.value_at + scanner.at);
                }
                m
            }
        };
        play(game, m, property.value_at)
    }

    fn begin(&mut self, turn: Option<Color>, at: usize) -> Result<(), ParseGameError> {
        let Some(mut setup) = self.start else {
            return error(GameErrorKind::NoStart, at);
        };
        setup.turn = turn.unwrap_or(Color::White);
        let start = Position::from_setup(&setup).map_err(|error| ParseGameError {
            kind: GameErrorKind::Setup(error),
            at,
        })?;
        let mut game = Game::from_position(start);
        game.set_comment(0, self.comment.as_deref().unwrap_or_default());
        self.game = Some(game);
        Ok(())
    }

    fn finish(mut self, end: usize) -> Result<Game, ParseGameError> {
        if self.game.is_none() {
            self.begin(self.turn, end)?;
        }
        let Some(mut game) = self.game else {
            return error(GameErrorKind::NoStart, end);
        };
        *game.tags_mut() = self.tags;
        if let Some((result, at)) = self.result {
            result.end(&mut game, at)?;
        }
        Ok(game)
    }
}

/// `djddgd`: from, to and arrow.
fn read_three_points(property: &Property<'_>, rows: u8) -> Result<Move, ParseGameError> {
    let bytes = property.value;
    let point = |at| {
        let found = Dialect::Standard.point(bytes, at, rows);
        found.map(|(square, _)| square).ok_or(ParseGameError {
            kind: GameErrorKind::Point,
            at: property.value_at + at,
        })
    };
    let m = Move::new(point(0)?, point(2)?, point(4)?);
    if bytes.len() > 6 {
        return error(
            GameErrorKind::Move(super::MoveErrorKind::Trailing),
            property.value_at + 6,
        );
    }
    Ok(m)
}
