import { t } from "@lingui/core/macro";
import { Card } from "#pwa/ui/card.tsx";
import { PAGE_GROUPS, type PageContent, type PageWords } from "#schemas/content/items.ts";
import { groupWords } from "./content-words.ts";
import { LanguagePane } from "./language-pane.tsx";
import { ChoiceField, MomentField, OrderField } from "./plain-fields.tsx";
import { SectionList } from "./section-list.tsx";
import { TitleField, WrittenField } from "./text-fields.tsx";
import { type Change, type FormProps, useWriting } from "./writing.ts";

const EMPTY: PageWords = { title: "", description: "", sections: [] };

/** A page: where it belongs, and what it says. */
export function PageForm({ content, onChange }: FormProps<PageContent>) {
  const { language } = useWriting();
  return (
    <>
      <LanguagePane written={content.words} empty={EMPTY} onChange={(words, of) => onChange({ ...content, words }, of)}>
        {(words, set) => <WordsForm path={`words.${language}`} words={words} onChange={set} />}
      </LanguagePane>
      <Card className="flex flex-col gap-4">
        <h2 className="text-base font-semibold">{t`Where it belongs`}</h2>
        <div className="grid gap-4 sm:grid-cols-3">
          <ChoiceField
            label={t({ message: "Group", context: "of pages" })}
            options={PAGE_GROUPS.map((value) => ({ value, label: groupWords(value) }))}
            value={content.group}
            onChange={(group) =>
              onChange({ ...content, group, postedAt: group === "blog" ? content.postedAt : null }, null)
            }
          />
          <OrderField
            label={t`Its place in the group`}
            path="order"
            value={content.order}
            onChange={(order, of) => onChange({ ...content, order }, of)}
          />
          {content.group === "blog" ? (
            <MomentField
              label={t`Date of the post`}
              path="postedAt"
              value={content.postedAt}
              onChange={(postedAt, of) => onChange({ ...content, postedAt }, of)}
            />
          ) : null}
        </div>
      </Card>
    </>
  );
}

interface WordsFormProps {
  readonly path: string;
  readonly words: PageWords;
  readonly onChange: Change<PageWords>;
}

function WordsForm({ path, words, onChange }: WordsFormProps) {
  return (
    <>
      <Card className="flex flex-col gap-4">
        <TitleField
          path={`${path}.title`}
          value={words.title}
          most={120}
          onChange={(title, of) => onChange({ ...words, title }, of)}
        />
        <WrittenField
          label={t`In a sentence`}
          hint={t`What search engines and lists say of it.`}
          path={`${path}.description`}
          value={words.description}
          most={300}
          isLong
          rows={2}
          onChange={(description, of) => onChange({ ...words, description }, of)}
        />
      </Card>
      <SectionList
        path={`${path}.sections`}
        sections={words.sections}
        onChange={(sections, of) => onChange({ ...words, sections: [...sections] }, of)}
      />
    </>
  );
}
