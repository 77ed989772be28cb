import { atom, getDefaultStore } from "jotai";
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
