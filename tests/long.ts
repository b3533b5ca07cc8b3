/** True if this is the run of the tests that take minutes; a test that only belongs there says `runIf(isLong)`. */
export const isLong = process.env['LONG_TESTS'] === '1';
