/** A stop ends within so many milliseconds, also on a disk that is slow: container managers kill soon after. */
export const stopWithin = 14_000;
/** The time of a stop for jobs and views that are being written. Milliseconds. */
export const workWithin = 1_500;
/** When nothing of it has helped, the process ends all the same. */
export const stopAtLast = 15_000;
