import { dateWords } from "#pwa/parts/trading/figure-words.ts";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { AutomationTerms } from "#schemas/automated-trading.ts";
import { Assumptions } from "./assumptions.tsx";
import { pairsOf } from "./automation-words.ts";
import { PairResult } from "./pair-result.tsx";
import type { DeviceTested } from "./test-here.ts";
import { type BackTesting, testKey, type Tested } from "./use-back-test.ts";

interface TestStepProps {
  /** What the form says; null while something in it is not right. */
  readonly terms: AutomationTerms;
  readonly testing: BackTesting;
  readonly isOnline: boolean;
}

/** What the settings would have come to: nothing starts without it. */
export function TestStep({ terms, testing, isOnline }: TestStepProps) {
  const { tested, isBusy, problem, run } = testing;
  const isStale = tested !== null && tested.key !== testKey(terms);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">
        <Trans>
          The very rules that would trade are run over stored candles, as if it had been then. It shows what these
          settings would have done, not what they will do.
        </Trans>
      </p>
      {isOnline ? (
        <div className="flex flex-wrap gap-2">
          <Button loading={isBusy} onClick={() => void run(terms, false)}>
            <Trans>Run the back-test</Trans>
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => void run(terms, true)}>
            <Trans>Look for settings</Trans>
          </Button>
        </div>
      ) : (
        <DeviceTest terms={terms} testing={testing} />
      )}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      {isBusy ? (
        <div role="status" aria-label={t`The back-test runs`}>
          <Skeleton className="h-48 w-full" />
        </div>
      ) : null}
      {isStale && !isBusy ? (
        <Notice tone="warn" title={t`The settings have changed since`}>
          <Trans>What you see below is of the former ones. Run it again before you start.</Trans>
        </Notice>
      ) : null}
      {tested === null || isBusy ? null : <Result terms={terms} tested={tested} />}
    </div>
  );
}

function DeviceTest({ terms, testing: { isBusy, runHere } }: Pick<TestStepProps, "terms" | "testing">) {
  const { bases, quote } = terms;
  const [chosen, setChosen] = useState(bases[0] ?? "");
  const base = bases.includes(chosen) ? chosen : (bases[0] ?? "");
  const options = bases.map((value) => ({ value, label: `${codeOf(value)} / ${codeOf(quote)}` }));
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="warn" title={t`You are offline`}>
        <Trans>
          This device can test one pair over the candles that it saw last. To start anything it takes the test on the
          server.
        </Trans>
      </Notice>
      {bases.length > 1 ? (
        <SelectField label={t`Pair to test`} options={options} value={base} onValueChange={setChosen} />
      ) : null}
      <Button className="self-start" loading={isBusy} onClick={() => void runHere(terms, base)}>
        <Trans>Run it on this device</Trans>
      </Button>
    </div>
  );
}

function Result({ terms, tested }: { readonly terms: AutomationTerms; readonly tested: Tested }) {
  if (tested.by === "device") return <DeviceResult quote={terms.quote} output={tested.output} />;
  const { pairs, costs, tuned, terms: used } = tested.output;
  return (
    <section aria-label={t`What came of it: ${{ pairs: pairsOf(used) }}`} className="flex flex-col gap-6">
      {tuned === null ? null : (
        <Notice title={t`Found on the first 70 percent, shown on the last 30 percent`}>
          {plural(tuned.tried, {
            one: "# set of settings was tried.",
            other: "# sets of settings were tried.",
          })}{" "}
          {t`What follows begins on ${{ date: dateWords(tuned.reportedFrom) }}, with what the search had not seen. The settings it found stand in the form now.`}
        </Notice>
      )}
      {pairs.map((pair) => (
        <PairResult key={pair.base} pair={pair} quote={used.quote} />
      ))}
      <Assumptions costs={costs} quote={used.quote} />
    </section>
  );
}

function DeviceResult({ quote, output }: { readonly quote: string; readonly output: DeviceTested }) {
  switch (output.kind) {
    case "none":
      return (
        <Notice>
          <Trans>
            This device has seen no candles of this pair and length. Look at its chart while you are online, and they
            are kept here.
          </Trans>
        </Notice>
      );
    case "few":
      return (
        <Notice>
          {plural(output.has, {
            one: "This device knows # closed candle of this pair and length.",
            other: "This device knows # closed candles of this pair and length.",
          })}{" "}
          {plural(output.needs, {
            one: "This strategy needs # at least.",
            other: "This strategy needs # at least.",
          })}
        </Notice>
      );
    case "tested":
      return (
        <section aria-label={t`What came of it on this device`} className="flex flex-col gap-6">
          <Notice tone="warn" title={t`Tested on this device`}>
            <Trans>
              Over the candles that it saw <TimeAgo at={output.seenAtMs} />. It is shorter than the test on the server,
              and nothing can be started by it.
            </Trans>
            {output.areCostsKnown ? null : (
              <>
                {" "}
                <Trans>The operator's fee is not known here, and is left out.</Trans>
              </>
            )}
          </Notice>
          <PairResult pair={output.pair} quote={quote} />
          <Assumptions costs={output.costs} quote={quote} />
        </section>
      );
  }
}
