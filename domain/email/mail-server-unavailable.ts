/** Nobody could be asked to take an email: until that changes, no other one fares better, whoever it is for. */
export class MailServerUnavailable extends Error {
  override readonly name = 'MailServerUnavailable';
}
