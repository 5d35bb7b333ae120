//! placeholder
fn main() {
    let p = amazons::Position::start();
    let t = std::time::Instant::now();
    println!("{}", amazons::perft(&p, 3));
    println!("{:?}", t.elapsed());
}
