import { ScreenFailure } from './screen.tsx';

/** Around every screen, inside the frame: what a screen that failed is replaced by. */
export const ErrorBoundary = ScreenFailure;
