import { atom, getDefaultStore } from "jotai";
import type { PasskeyAnswer } from "#schemas/passkey-answer.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";

/** The person was asked to show who they are and did not: nothing was changed. */
export class IdentityNotConfirmed extends Error {
  constructor() {
    super("identity not confirmed");
    this.name = "IdentityNotConfirmed";
  }
}

/** A question that waits for the person; everything that needs its answer shares it. */
export interface IdentityQuestion {
  readonly isConfirmed: Promise<boolean>;
  readonly answer: (isConfirmed: boolean) => void;
}

/** The question that stands on the screen; {@link SecurityHost} shows it. */
export const identityQuestionAtom = atom<IdentityQuestion | null>(null);

/**
 * Does `work`; where the server wants to know first who is there, asks the person and does it once more. Throws what the
 * work throws, and {@link IdentityNotConfirmed} where the person declined.
 */
export async function withIdentity<T>(
  work: () => Promise<T>,
  ask: () => Promise<boolean> = askForIdentity,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConfirmationWanted(error)) throw error;
  }
  if (!(await ask())) throw new IdentityNotConfirmed();
  return work();
}

function isConfirmationWanted(error: unknown): boolean {
  return error instanceof HttpError && error.code === "confirmation-required";
}

/** A passkey that is wanted for one confirmation; null is answered where none was shown. */
export interface PasskeyQuestion {
  readonly answer: (passkey: PasskeyAnswer | null) => void;
}

/** The passkey that is wanted at the moment; {@link SecurityHost} asks for it. */
export const passkeyQuestionAtom = atom<PasskeyQuestion | null>(null);

/** Asks for a passkey that goes with one confirmation; null where none was shown, which the person is told of. */
export function askToShowPasskey(): Promise<PasskeyAnswer | null> {
  const store = getDefaultStore();
  store.get(passkeyQuestionAtom)?.answer(null);
  const { promise, resolve } = Promise.withResolvers<PasskeyAnswer | null>();
  store.set(passkeyQuestionAtom, {
    answer: (passkey) => {
      store.set(passkeyQuestionAtom, null);
      resolve(passkey);
    },
  });
  return promise;
}

/** Asks who is there; true once the server has been shown. */
export function askForIdentity(): Promise<boolean> {
  const store = getDefaultStore();
  const standing = store.get(identityQuestionAtom);
  if (standing !== null) return standing.isConfirmed;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  store.set(identityQuestionAtom, {
    isConfirmed: promise,
    answer: (isConfirmed) => {
      store.set(identityQuestionAtom, null);
      resolve(isConfirmed);
    },
  });
  return promise;
}
