import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // A client action is a few lines, less than the request for a file of its own.
  splitRouteModules: false,
  // The whole route table is small; discovering it lazily would cost a request per first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
