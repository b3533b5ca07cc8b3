import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table is small; discovering it lazily would cost a request per first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
