/** Loaded into a process with --import: logs on SIGUSR2 the delay of its event loop since the last time. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('SIGUSR2', () => {
  const milliseconds = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
  console.log(`event loop: p99 ${milliseconds(delay.percentile(99))} max ${milliseconds(delay.max)} ms.`);
  delay.reset();
});
