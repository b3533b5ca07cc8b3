import type { Check } from './check.ts';
import { database, timeZone } from './database.ts';
import { mailRecords, mailServer } from './email.ts';
import { disk, folders, machine } from './machine.ts';
import { secretFiles, settings, unknownSettings } from './settings.ts';
import { certificate, dns, proxy, running } from './site.ts';
import { backupPlace, storage } from './storage.ts';

/** Every check, in the order of the report. @param folder with the file `.env` */
export const allChecks = (folder: string): readonly Check[] => [
  settings,
  unknownSettings(folder),
  secretFiles(folder),
  running,
  folders,
  disk,
  machine,
  timeZone,
  database,
  storage,
  backupPlace,
  dns,
  certificate,
  proxy,
  mailServer,
  mailRecords,
];
