import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project. */
export const project = join(import.meta.dirname, '..');

/** The text of a file of the project. */
export const readText = (path: string): string => readFileSync(join(project, path), 'utf8');
