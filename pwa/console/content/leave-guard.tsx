import { t } from "@lingui/core/macro";
import { useBlocker } from "@tanstack/react-router";
import type { EditorSession } from "#pwa/content-editor/door.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";

/** Whoever leaves before what they typed is saved has it saved first; where that cannot be, they are asked. */
export function LeaveGuard({ session }: { readonly session: EditorSession }) {
  const leaving = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (isSamePlace(current, next)) return false;
      return (await session.flush()) === null;
    },
    enableBeforeUnload: () => session.saving.kind !== "saved",
    withResolver: true,
  });
  if (leaving.status !== "blocked") return null;
  const { proceed, reset } = leaving;
  return (
    <Sheet
      size="sm"
      title={t`Leave without saving?`}
      description={t`What you typed last could not be saved. If you leave, it is lost.`}
      onClose={reset}
      footer={
        <>
          <Button variant="ghost" onClick={reset}>{t`Stay here`}</Button>
          <Button variant="danger" onClick={proceed}>{t`Leave all the same`}</Button>
        </>
      }
    />
  );
}

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.pathname === other.pathname && itemIn(one.search) === itemIn(other.search);
}

function itemIn(search: unknown): unknown {
  return typeof search === "object" && search !== null && "item" in search ? search.item : undefined;
}
