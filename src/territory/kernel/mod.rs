//! Counting the features, as fast as the machine allows.
//!
//! The counting is written once, in `count`, over the few operations of a `Machine`; the files by architecture give
//! these. Which one to use is asked at run time. All give the same integers, and the weighing of them is shared, so that
//! results are equal bit for bit.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx2_mobility;
#[cfg(target_arch = "x86_64")]
mod avx2_network;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_mobility;
#[cfg(target_arch = "x86_64")]
mod avx512_network;
mod count;
mod immobility;
mod machine;
mod mobility;
mod portable;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
pub(super) use count::{census, features};
pub(super) use machine::Machine;
use portable::Portable;

/// Something to compute on whichever machine this is. All that `run` calls should be inlined into it: only then is it
/// compiled for the machine.
pub(super) trait Task {
    type Output;
    fn run<M: Machine>(self, m: M) -> Self::Output;
}

/// A machine that this one is known to be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Path {
    /// Every path that works here, the fastest first.
    pub(super) fn available() -> impl Iterator<Item = Path> {
        #[cfg(target_arch = "x86_64")]
        let vector = [
            Avx512::detect().map(Path::Avx512),
            Avx2::detect().map(Path::Avx2),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let vector = [];
        vector
            .into_iter()
            .flatten()
            .chain([Path::Portable(Portable)])
    }

    pub(super) fn fastest() -> Path {
        Path::available().next().unwrap_or(Path::Portable(Portable))
    }

    #[cfg(feature = "tuning")]
    pub(super) fn name(self) -> &'static str {
        match self {
            Path::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Path::Avx512(_) => "AVX-512",
        }
    }

    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Path::Portable(m) => task.run(m),
            #[cfg(target_arch = "x86_64")]
            Path::Avx2(m) => m.run(task),
            #[cfg(target_arch = "x86_64")]
            Path::Avx512(m) => m.run(task),
        }
    }
}
