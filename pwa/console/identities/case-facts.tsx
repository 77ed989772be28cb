import { plural, t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Person, PersonLink } from "#pwa/console/desk/person.tsx";
import { causeWords, countryName, documentWords, reasonWords } from "#pwa/kyc/door.ts";
import { formatCount, formatDate } from "#pwa/ui/format.ts";
import { Facts, List } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { IdentityCaseOutput } from "#schemas/identity-desk.ts";
import { Due } from "./due.tsx";
import { IdentityState } from "./identity-state.tsx";
import { actedWords, askedPartWords } from "./identity-words.ts";

interface CaseProps {
  readonly check: IdentityCaseOutput;
}

/** What a person typed, what stands out, and what was decided of it before. */
export function CaseFacts({ check }: CaseProps) {
  return (
    <>
      <Typed check={check} />
      <Twins check={check} />
      <History check={check} />
    </>
  );
}

function Typed({ check }: CaseProps) {
  const { i18n } = useLingui();
  const { documentType, country, documentNumber, userId, memberSince, submittedDate, dueDate, attempts } = check;
  const { reviewedBy, reviewDate, consent, picturesUntil, status, isMoreAsked } = check;
  const version = formatCount(consent.version);
  return (
    <Facts
      facts={[
        { name: t`Document`, value: documentWords(documentType) },
        { name: t`Country`, value: countryName(country, i18n.locale) },
        {
          name: t`Number of the document`,
          value:
            documentNumber === "" ? (
              t({ message: "Removed", context: "the number of a document" })
            ) : (
              <AsTyped className="font-mono">{documentNumber}</AsTyped>
            ),
        },
        { name: t({ message: "User", context: "a person" }), value: <PersonLink id={userId} /> },
        { name: t`Signed up`, value: dateOf(memberSince) },
        { name: t({ message: "Sent", context: "when" }), value: dateOf(submittedDate) },
        ...(status === "pending" && !isMoreAsked
          ? [
              {
                name: t({ message: "Due", context: "when something should be decided" }),
                value: <Due at={dueDate} />,
              },
            ]
          : []),
        { name: t`Times sent`, value: formatCount(attempts) },
        { name: t`Agreed to`, value: t`version ${version}, ${dateOf(consent.at)}` },
        ...(reviewedBy === null || reviewDate === null
          ? []
          : [
              { name: t`Decided by`, value: <Person id={reviewedBy} /> },
              { name: t`Decided`, value: dateOf(reviewDate) },
            ]),
        ...(picturesUntil === null ? [] : [{ name: t`Pictures removed`, value: dateOf(picturesUntil) }]),
      ]}
    />
  );
}

/** Who else sent the same document: it is told, and decides nothing by itself. */
function Twins({ check: { sameDocument } }: CaseProps) {
  if (sameDocument.length === 0) return null;
  const count = formatCount(sameDocument.length);
  return (
    <Notice
      tone="warn"
      title={plural(sameDocument.length, {
        one: `${count} other person sent the same document`,
        other: `${count} other people sent the same document`,
      })}
    >
      <ul className="flex flex-col gap-1">
        {sameDocument.map(({ id, username, status }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link to="/admin-kyc" search={{ open: id }} className="font-medium underline">
              <AsTyped>{username}</AsTyped>
            </Link>
            <IdentityState check={{ status, isMoreAsked: false }} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function History({ check: { history } }: CaseProps) {
  if (history.length === 0) return null;
  return (
    <section aria-label={t`What was decided before`}>
      <h3 className="mb-1 text-sm font-semibold">{t`What was decided before`}</h3>
      <List>
        {history.map((each) => (
          <li key={each.at} className="flex flex-col gap-1 py-2 text-sm">
            <p className="flex flex-wrap items-baseline justify-between gap-2">
              <span className="font-medium">{actedWords(each)}</span>
              <span className="text-ink-3">
                <Person id={each.by} /> <TimeAgo at={each.at} />
              </span>
            </p>
            {each.cause === null ? null : <p>{causeWords(each.cause)}</p>}
            {each.asked.map(({ part, reason, note }) => (
              <div key={part}>
                <p>{askedPartWords(part)}</p>
                <p className="text-ink-2">{reasonWords(reason)}</p>
                <Note label={t`Note to the person`} text={note} />
              </div>
            ))}
            <Note label={t`Note to the person`} text={each.note} />
            <Note label={t`Private reason`} text={each.privateNote} />
          </li>
        ))}
      </List>
    </section>
  );
}

/** What somebody wrote, and for whom: what the person reads is not what operators do. */
function Note({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  if (text === "") return null;
  return (
    <p className="text-ink-2">
      <span className="me-2 text-xs text-ink-3">{label}</span>
      <AsTyped>{text}</AsTyped>
    </p>
  );
}

function dateOf(instant: string): string {
  return formatDate(Date.parse(instant), { withTime: true });
}
