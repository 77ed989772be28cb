import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { AskedState } from "./asked-state.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List } from "#pwa/ui/list.tsx";
import type { Pages } from "./use-pages.ts";

interface PartListProps<Row> {
  readonly title: string;
  readonly pages: Pages<Row>;
  readonly idOf: (row: Row) => number;
  /** Said where there is none. */
  readonly none: string;
  readonly renderRow: (row: Row) => ReactNode;
  readonly action?: ReactNode;
}

/** Rows of a person, the latest first, and a button for those before. */
export function PartList<Row>({ title, pages, idOf, none, renderRow, action }: PartListProps<Row>) {
  const { asked, hasMore, more } = pages;
  return (
    <Card>
      <CardHeader title={title} action={action} />
      <AskedState asked={asked}>
        {asked.value?.length === 0 ? (
          <p className="text-sm text-ink-3">{none}</p>
        ) : (
          <List>
            {asked.value?.map((each) => (
              <li key={idOf(each)}>{renderRow(each)}</li>
            ))}
          </List>
        )}
        {hasMore ? (
          <Button variant="secondary" size="sm" className="mt-3" loading={asked.isAsking} onClick={more}>
            <Trans>Show earlier ones</Trans>
          </Button>
        ) : null}
      </AskedState>
    </Card>
  );
}
