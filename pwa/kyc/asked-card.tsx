import { t } from "@lingui/core/macro";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List } from "#pwa/ui/list.tsx";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import { partWords, reasonWords } from "./identity-words.ts";

/** What a reviewer asks for again, each with why. */
export function AskedCard({ own }: { readonly own: OwnIdentityOutput }) {
  return (
    <Card aria-labelledby="identity-asked">
      <CardHeader
        id="identity-asked"
        title={t`A little more is needed`}
        description={t`Send only these again. The rest of what you sent stays as it is.`}
      />
      <List>
        {own.asked.map(({ part, reason, note }) => (
          <li key={part} className="py-3 text-sm">
            <p className="font-medium">{partWords(part, own.documentType)}</p>
            <p className="text-ink-2">{reasonWords(reason)}</p>
            {note === "" ? null : (
              <p className="mt-1 break-words whitespace-pre-line text-ink-2">{t`The reviewer writes: ${note}`}</p>
            )}
          </li>
        ))}
      </List>
    </Card>
  );
}
