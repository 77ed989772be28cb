/** What this person confirmed and has no answer to. One text for each, so that two tabs never write over each other's. */
export function unansweredPrefix(userId: number): string {
  return `astrolabe.unanswered.${userId}.`;
}
