import { createContext, useContext } from 'react';

/** Asks the user to prove who they are, then calls `retry`. */
export type AskForProof = (retry: () => void) => void;

/** Set by the frame; null where no such question can be asked. */
export const ProofContext = createContext<AskForProof | null>(null);

const cannotAsk: AskForProof = () => {};

export function useProof(): AskForProof {
  return useContext(ProofContext) ?? cannotAsk;
}
