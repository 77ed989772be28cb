import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { CommandLine } from "#pwa/console/desk/command-line.tsx";
import { ContentLink } from "#pwa/parts/content/content-link.tsx";
import type { IssueStep } from "#schemas/monitoring.ts";

/** What to do, one after the other: with the command to type, or the place to go to. */
export function IssueSteps({ steps }: { readonly steps: readonly IssueStep[] }) {
  if (steps.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 font-semibold">
        <Trans>What to do</Trans>
      </h3>
      <ol className="flex list-decimal flex-col gap-3 ps-5 marker:text-ink-3">
        {steps.map(({ text, command, path }) => (
          <li key={`${text} ${command} ${path}`}>
            <AsTyped>{text}</AsTyped>
            {command === null ? null : <CommandLine command={command} />}
            {path === null ? null : (
              <ContentLink href={path} className="mt-1 block w-fit font-medium text-accent hover:underline">
                {t`Go there`}
              </ContentLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
