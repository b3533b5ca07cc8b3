// Sets the monotonic clock of a product under test ahead by a quarter of an hour at SIGUSR2.
const now = performance.now.bind(performance);
let ahead = 0;
performance.now = () => now() + ahead;
process.on('SIGUSR2', () => (ahead += 900_000));
