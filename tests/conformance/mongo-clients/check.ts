export type Tally = { passed: number; failed: number };

export type Check = { readonly name: string; readonly run: () => Promise<void> };

/** Runs one check after the other and says which failed. */
export async function runChecks(title: string, checks: readonly Check[]): Promise<Tally> {
  const tally = { passed: 0, failed: 0 };
  for (const { name, run } of checks) {
    try {
      await run();
      tally.passed += 1;
    } catch (error) {
      tally.failed += 1;
      process.stdout.write(`failed: ${title}: ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return tally;
}

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, one) => total + one.passed, 0),
    failed: tallies.reduce((total, one) => total + one.failed, 0),
  };
}
