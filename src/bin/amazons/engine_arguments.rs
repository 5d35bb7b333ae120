//! The options of the engine that searches.

use amazons::EngineOptions;

#[derive(clap::Args, Clone, Copy)]
pub struct EngineArguments {
    /// Threads that search one tree together; as many as there are cores if not given
    #[arg(long)]
    pub threads: Option<usize>,

    /// Memory of the search, in MiB
    #[arg(long, default_value_t = EngineOptions::DEFAULT_MEMORY_MIB)]
    pub memory: usize,

    /// Decides between moves that look the same
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}

impl EngineArguments {
    pub fn options(&self) -> EngineOptions {
        let options = EngineOptions::new()
            .with_memory_mib(self.memory)
            .with_seed(self.seed);
        match self.threads {
            Some(threads) => options.with_threads(threads),
            None => options,
        }
    }
}
