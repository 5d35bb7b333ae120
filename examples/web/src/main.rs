//! Serves the board on this machine.

use amazons_web::{Config, app};
use clap::Parser;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = Config::parse();
    let listener = TcpListener::bind(("127.0.0.1", config.port)).await?;
    println!("Amazons on http://{}", listener.local_addr()?);
    axum::serve(listener, app(config)?).await?;
    Ok(())
}
