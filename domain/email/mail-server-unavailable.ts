/** Nobody could be asked to take an e-mail: until that changes, no other one fares better, whoever it is for. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}
