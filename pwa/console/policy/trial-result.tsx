import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { formatAmountText, formatCount, formatDate, formatList } from "#pwa/ui/format.ts";
import { Facts, List } from "#pwa/ui/list.tsx";
import type { PolicyTrialOutput } from "#schemas/policy-trial.ts";

/** What a drafted policy would have done to the last 30 days, as far as they were gone through. */
export function TrialResult({ found, isRunning }: { readonly found: PolicyTrialOutput; readonly isRunning: boolean }) {
  const { refused, held, examples } = found;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p role="status" className="font-medium">
        {isRunning ? soFarWords(found) : wholeWords(found)}
      </p>
      <Facts
        facts={[
          ...(refused.count === 0 ? [] : [{ name: t`Refused`, value: sumsWords(refused.sums) }]),
          ...Object.entries(refused.byCode).map(([code, count]) => ({
            name: causeWords(code),
            value: formatCount(count),
          })),
          {
            name: t`Would have waited for an operator`,
            value: held.count === 0 ? formatCount(0) : <Held count={held.count} sums={held.sums} />,
          },
        ]}
      />
      {examples.length === 0 ? null : (
        <List>
          {examples.map((example) => (
            <li key={example.submissionId} className="py-2">
              <p>{exampleWords(example)}</p>
              <p className="text-ink-3">{refusalWords(example.refusal)}</p>
            </li>
          ))}
        </List>
      )}
      <p className="text-ink-3">
        <Trans>
          People's own limits and lists are left out, and so is what exchanges may give away. Identities and new
          passwords count as they are known today.
        </Trans>
      </p>
    </div>
  );
}

function Held({ count, sums }: PolicyTrialOutput["held"]) {
  return (
    <>
      {formatCount(count)}
      <span className="block font-normal text-ink-3">{sumsWords(sums)}</span>
    </>
  );
}

function soFarWords({ judged }: PolicyTrialOutput): string {
  const shown = formatCount(judged);
  return plural(judged, {
    one: `${shown} movement gone through so far`,
    other: `${shown} movements gone through so far`,
  });
}

function wholeWords({ judged, refused }: PolicyTrialOutput): string {
  if (judged === 0) return t`Nobody sent anything in the last 30 days.`;
  const [count, all, people] = [formatCount(refused.count), formatCount(judged), formatCount(refused.people)];
  if (refused.count === 0) return t`It would have refused none of the ${all} movements of the last 30 days.`;
  return t`It would have refused ${count} of the ${all} movements of the last 30 days. People it concerns: ${people}.`;
}

function sumsWords(sums: PolicyTrialOutput["held"]["sums"]): string {
  return formatList(sums.map(({ assetCode, amount }) => `${formatAmountText(amount)} ${assetCode}`));
}

function exampleWords({ submissionId, userId, at, sums }: PolicyTrialOutput["examples"][number]): string {
  const date = formatDate(Date.parse(at), { withTime: true });
  const amount = sumsWords(sums);
  return t`Payment ${submissionId} of user ${userId}, ${date}: ${amount}`;
}

function causeWords(code: string): string {
  switch (code) {
    case "kyc-required":
      return t`As their identity is not shown`;
    case "kyc-required-above":
      return t`As more than goes without showing an identity`;
    case "cool-off":
      return t`As their password or second factor was new`;
    case "daily-limit-exceeded":
      return t`As more than the most of a day`;
    default:
      return code;
  }
}
