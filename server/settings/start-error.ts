/** Why the product cannot start; the message is for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Everything that is wrong with the settings: one message each, which names the variable and never shows its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
