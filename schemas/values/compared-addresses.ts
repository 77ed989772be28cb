/** Letters that have to be typed of what differs. */
const PROOF_LENGTH = 4;

/** A run of letters of an address: whether they are the other's at the same place, and among those to be typed. */
export interface Stretch {
  readonly text: string;
  readonly isSame: boolean;
  readonly isProof: boolean;
}

/** An address in runs that agree with the other's, and that do not. */
export function stretchesOf(address: string, other: string): Stretch[] {
  const start = proofStart(address, other);
  const stretches: Stretch[] = [];
  for (const [place, letter] of [...address].entries()) {
    const isSame = other[place] === letter;
    const isProof = place >= start && place < start + PROOF_LENGTH;
    const last = stretches.at(-1);
    if (last?.isSame === isSame && last.isProof === isProof)
      stretches[stretches.length - 1] = { ...last, text: last.text + letter };
    else stretches.push({ text: letter, isSame, isProof });
  }
  return stretches;
}

/** The letters of an address from where it first differs from the other: who types them has looked at the place. */
export function proofLettersOf(address: string, other: string): string {
  const start = proofStart(address, other);
  return address.slice(start, start + PROOF_LENGTH);
}

function proofStart(address: string, other: string): number {
  const first = [...address].findIndex((letter, place) => other[place] !== letter);
  return Math.max(0, Math.min(first, address.length - PROOF_LENGTH));
}
