/**
 * Which of the problems told last still stand, as they are now: what is right by now is not shown beside an old error, and nothing
 * new is said before it is asked for.
 */
export function stillWrong<Problems extends Readonly<Record<string, string | undefined>>>(
  told: Problems,
  now: Problems | null,
): Problems {
  const standing = Object.entries(now ?? {}).filter(([field]) => told[field] !== undefined);
  return Object.fromEntries(standing) as Problems;
}
