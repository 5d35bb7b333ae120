//! Files that a long computation appends a line of JSON at a time to, and goes on with after it was interrupted.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Fault;

/// The lines of a file, each read as a `T`.
pub struct Lines<T> {
    pub items: Vec<T>,
    /// Bytes of these lines. What follows is a line that was cut off.
    whole: usize,
    /// Whether the last of them has its newline, which editors and copies may lose.
    is_ended: bool,
}

impl<T: DeserializeOwned> Lines<T> {
    /// Reads lines that all begin with `start`. A last one that was cut off is left out.
    ///
    /// # Errors
    /// When a line is no `T`, which the message calls `what`. So nothing is taken for a line that was cut off, and
    /// dropped, but the beginning of one.
    pub fn read(bytes: &[u8], start: &str, what: &str) -> Result<Lines<T>, Fault> {
        let mut lines = Lines {
            items: Vec::new(),
            whole: 0,
            is_ended: true,
        };
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let is_ended = line.ends_with(b"\n");
            match serde_json::from_slice(line) {
                Ok(item) => {
                    lines.items.push(item);
                    lines.whole += line.len();
                    lines.is_ended = is_ended;
                }
                Err(error) if !is_ended && error.is_eof() && starts_alike(line, start) => {}
                Err(error) => return Err(format!("line {number} is no {what}: {error}").into()),
            }
        }
        Ok(lines)
    }
}

/// Whether one of the two begins with the other.
fn starts_alike(line: &[u8], start: &str) -> bool {
    line.iter().zip(start.as_bytes()).all(|(a, b)| a == b)
}

/// A file to append lines to.
pub struct LineFile {
    path: PathBuf,
    file: File,
}

impl LineFile {
    /// Opens the file, makes it when it is not there, and gives what is in it.
    pub fn open(path: &Path) -> io::Result<(LineFile, Vec<u8>)> {
        let (file, bytes) = open(path)?;
        let path = path.to_owned();
        Ok((LineFile { path, file }, bytes))
    }

    /// Goes to the end of the lines that were read out of the file, and cuts off what follows.
    pub fn go_on_after<T>(&mut self, lines: &Lines<T>) -> Result<(), Fault> {
        self.named(|file| {
            keep(file, lines.whole)?;
            let missing: &[u8] = if lines.is_ended { b"" } else { b"\n" };
            file.write_all(missing)
        })
    }

    /// Appends a line, in one piece.
    pub fn append(&mut self, item: &impl Serialize) -> Result<(), Fault> {
        let mut text = serde_json::to_string(item)?;
        text.push('\n');
        self.named(|file| {
            file.write_all(text.as_bytes())?;
            file.sync_data()
        })
    }

    fn named(&mut self, work: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Fault> {
        work(&mut self.file).map_err(|error| format!("{}: {error}", self.path.display()).into())
    }
}

/// Opens a file to be gone on with, makes it when it is not there, and gives what is in it.
pub fn open(path: &Path) -> io::Result<(File, Vec<u8>)> {
    match refuse_streams(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok((file, bytes))
}

/// Cuts off what follows the first `bytes` bytes, and goes there.
pub fn keep(file: &mut File, bytes: usize) -> io::Result<()> {
    file.set_len(bytes as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok(())
}

/// Reads a file to its end, if it is one that has an end.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    refuse_streams(path)?;
    fs::read(path)
}

/// Devices and pipes may have no end.
fn refuse_streams(path: &Path) -> io::Result<()> {
    match fs::metadata(path)?.is_file() {
        true => Ok(()),
        false => Err(io::Error::new(
            ErrorKind::InvalidInput,
            "this is no regular file",
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, PartialEq, Debug)]
    struct Item {
        number: u32,
    }

    fn read(text: &str) -> Result<(Vec<u32>, usize), String> {
        let lines: Result<Lines<Item>, _> = Lines::read(text.as_bytes(), "{\"number\":", "item");
        lines
            .map(|lines| {
                let numbers = lines.items.iter().map(|item| item.number).collect();
                (numbers, lines.whole)
            })
            .map_err(|fault| fault.to_string())
    }

    #[test]
    fn only_the_beginning_of_a_line_is_dropped() {
        let one = "{\"number\":1}\n";
        assert_eq!(read(""), Ok((vec![], 0)));
        assert_eq!(read(one), Ok((vec![1], 13)));
        assert_eq!(read(one.trim_end()), Ok((vec![1], 12)));
        let two = format!("{one}{{\"number\":2}}");
        assert_eq!(read(&two), Ok((vec![1, 2], 25)));
        for end in 13..24 {
            assert_eq!(read(&two[..end]), Ok((vec![1], 13)), "{}", &two[..end]);
            assert_eq!(read(&two[13..end]), Ok((vec![], 0)));
        }
        for other in [
            "{\"precious\":\"data\"}",
            "{\"precious\":",
            "{\"number\":\"one\"}",
            "{\"number\":1} and more",
            "a letter",
            "[",
            "\n",
            "{\"number\":1\n{\"number\":2}\n",
        ] {
            assert!(read(other).unwrap_err().contains("line 1"), "{other}");
            let after = format!("{one}{other}");
            assert!(read(&after).unwrap_err().contains("line 2"), "{after}");
        }
    }
}
