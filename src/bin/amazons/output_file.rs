//! A file that gets the result of some work.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::Fault;

/// A file opened before the work, so that one that can't be written costs nobody any. What it held stays until there is
/// something to write. Faults name the file.
pub struct OutputFile {
    path: PathBuf,
    file: File,
    is_emptied: bool,
}

impl OutputFile {
    pub fn open(path: &Path) -> Result<OutputFile, Fault> {
        let opened = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        Ok(OutputFile {
            file: opened.map_err(|error| named(path, &error))?,
            path: path.to_owned(),
            is_emptied: false,
        })
    }

    /// Drops what the file held, if that is not done yet: for a result that is empty.
    pub fn empty(&mut self) -> io::Result<()> {
        if !self.is_emptied {
            // Devices and pipes have no length.
            if self.file.metadata()?.is_file() {
                self.file.set_len(0)?;
            }
            self.is_emptied = true;
        }
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.empty().and_then(|()| self.file.write(bytes));
        written.map_err(|error| named(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| named(&self.path, &error))
    }
}

/// The same kind of fault, so that a closed pipe is still known for one.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
