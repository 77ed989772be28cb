import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { useMay } from "#pwa/console/desk/may.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Field, Textarea } from "#pwa/ui/field.tsx";
import { ListRow } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { OutputOf } from "#schemas/endpoints.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import { NOTE_LENGTH, type PersonNotesOutput } from "#schemas/people.ts";
import { actWords } from "#pwa/console/desk/act-words.ts";
import { PartList } from "#pwa/console/desk/part-list.tsx";
import { usePages } from "#pwa/console/desk/use-pages.ts";

type Note = PersonNotesOutput["notes"][number];
type Acted = OutputOf<typeof OPERATORS_ENDPOINTS.operatorActions>["actions"][number];

/** As many as the server tells at once. */
const ACTIONS_PAGE = 100;

interface Whose {
  readonly id: number;
}

/** What operators wrote down of a person, and what they did. */
export function PersonNotes({ id }: Whose) {
  const may = useMay();
  const notes = usePages<Note>(PEOPLE_ENDPOINTS.personNotes.path, id, async (before, signal) => {
    const options = { params: { userId: id }, query: { before }, signal };
    const answer = await call(PEOPLE_ENDPOINTS.personNotes, options);
    return { rows: answer.notes, next: answer.next };
  });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        {may(PEOPLE_ENDPOINTS.addPersonNote) ? <NewNote id={id} /> : null}
        <PartList
          title={t`Notes`}
          pages={notes}
          idOf={(note) => note.id}
          none={t`Nobody wrote anything down yet.`}
          renderRow={({ text, operatorId, at }) => (
            <ListRow
              title={<bdi className="whitespace-pre-wrap">{text}</bdi>}
              detail={t`Operator ${operatorId}`}
              trailDetail={<TimeAgo at={at} />}
            />
          )}
        />
      </div>
      {may(OPERATORS_ENDPOINTS.operatorActions) ? <PersonActions id={id} /> : null}
    </div>
  );
}

function PersonActions({ id }: Whose) {
  const acts = usePages<Acted>(OPERATORS_ENDPOINTS.operatorActions.path, id, async (before, signal) => {
    const { actions } = await call(OPERATORS_ENDPOINTS.operatorActions, { query: { userId: id, before }, signal });
    return { rows: actions, next: actions.length < ACTIONS_PAGE ? null : (actions.at(-1)?.id ?? null) };
  });
  return (
    <PartList
      title={t`What operators did`}
      pages={acts}
      idOf={(act) => act.id}
      none={t`No operator did anything here.`}
      renderRow={(act) => <ActLine act={act} />}
    />
  );
}

function ActLine({ act: { action, operatorId, reason, details, at } }: { readonly act: Acted }) {
  return (
    <ListRow
      title={actWords(action)}
      detail={
        <>
          {t`Operator ${operatorId}`}
          {[reason, details].map((text) =>
            text === "" ? null : (
              <bdi key={text} className="block break-words">
                {text}
              </bdi>
            ),
          )}
        </>
      }
      trailDetail={<TimeAgo at={at} />}
    />
  );
}

const FIELDS = ["reason"];

function NewNote({ id }: Whose) {
  const [text, setText] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const keep = async () => {
    await call(PEOPLE_ENDPOINTS.addPersonNote, { params: { userId: id }, body: { reason: text } });
    setText("");
    askAgain();
  };
  return (
    <Card>
      <CardHeader
        title={t`Write a note`}
        description={t`Other operators read it; the person does not. It stays, and nobody changes it.`}
      />
      <form
        className="flex flex-col items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(keep);
        }}
      >
        {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
        <Field label={t`Note`} error={action.issues["reason"]} className="w-full">
          {(control) => (
            <Textarea
              {...control}
              name="reason"
              dir="auto"
              maxLength={NOTE_LENGTH}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" size="sm" loading={action.isBusy} disabled={text.trim() === ""}>
          <Trans>Keep the note</Trans>
        </Button>
      </form>
    </Card>
  );
}
