import { Trans } from "@lingui/react/macro";
import { classNames } from "#pwa/ui/class-names.ts";
import type { ProposalContent } from "#schemas/approvals.ts";
import { factsOf } from "./proposal-facts.ts";

/** What a proposal decides, line by line, beside what holds until then. */
export function ProposedFacts({ content }: { readonly content: ProposalContent }) {
  const facts = factsOf(content);
  if (facts.length === 0) return null;
  return (
    <dl className="divide-y divide-line text-sm">
      {facts.map(({ name, value, before = null, isCode = false, image }) => (
        <div key={name} className="flex flex-wrap items-baseline gap-x-6 py-2">
          <dt className="max-w-full shrink-0 text-ink-3">{name}</dt>
          <dd
            className={classNames(
              "min-w-0 grow basis-28 text-end font-medium break-words",
              isCode && "font-mono break-all",
            )}
          >
            {image === undefined ? null : (
              <img src={image} alt="" className="me-2 inline-block size-9 rounded-full bg-surface-2 align-middle" />
            )}
            <bdi dir="auto">{value}</bdi>
            {before === null ? null : (
              <span className="block font-normal text-ink-3">
                <Trans>
                  so far <bdi dir="auto">{before}</bdi>
                </Trans>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
