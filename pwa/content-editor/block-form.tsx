import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { BLOCK_PLACES, BLOCK_TYPES, type BlockContent, type BlockWords } from "#schemas/content/items.ts";
import { richText } from "#schemas/content/rich-text.ts";
import { blockTypeWords, placeWords } from "./content-words.ts";
import { LanguagePane } from "./language-pane.tsx";
import { IconField, LinkFields } from "./link-fields.tsx";
import { PictureChoice } from "./picture-fields.tsx";
import { ChoiceField, MomentField, OrderField, ShownField } from "./plain-fields.tsx";
import { RichField } from "./rich-field.tsx";
import { TitleField, WrittenField } from "./text-fields.tsx";
import { type Change, type FormProps, useIssue, useWriting } from "./writing.ts";

const EMPTY: BlockWords = { title: "", body: richText(""), link: null, alt: "" };

/** A text that stands on a screen of the app: what it says, how it looks, where and when. */
export function BlockForm({ content, onChange }: FormProps<BlockContent>) {
  const { language } = useWriting();
  return (
    <>
      <LanguagePane written={content.words} empty={EMPTY} onChange={(words, of) => onChange({ ...content, words }, of)}>
        {(words, set) => (
          <WordsForm path={`words.${language}`} words={words} hasPicture={content.mediaId !== null} onChange={set} />
        )}
      </LanguagePane>
      <Looks content={content} onChange={onChange} />
    </>
  );
}

interface WordsFormProps {
  readonly path: string;
  readonly words: BlockWords;
  readonly hasPicture: boolean;
  readonly onChange: Change<BlockWords>;
}

function WordsForm({ path, words, hasPicture, onChange }: WordsFormProps) {
  const { isReadOnly } = useWriting();
  return (
    <Card className="flex flex-col gap-4">
      <TitleField
        path={`${path}.title`}
        value={words.title}
        most={160}
        onChange={(title, of) => onChange({ ...words, title }, of)}
      />
      <RichField
        label={t`Text`}
        path={`${path}.body`}
        value={words.body}
        onChange={(body, of) => onChange({ ...words, body }, of)}
      />
      {hasPicture ? (
        <WrittenField
          label={t`What its picture shows`}
          hint={t`For whoever does not see it.`}
          path={`${path}.alt`}
          value={words.alt}
          most={300}
          onChange={(alt, of) => onChange({ ...words, alt }, of)}
        />
      ) : null}
      {words.link === null ? null : (
        <LinkFields path={`${path}.link`} link={words.link} onChange={(link, of) => onChange({ ...words, link }, of)} />
      )}
      {isReadOnly ? null : (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          onClick={() => onChange({ ...words, link: words.link === null ? { label: "", href: "" } : null }, null)}
        >
          {words.link === null ? <Trans>Add a link</Trans> : <Trans>Take the link away</Trans>}
        </Button>
      )}
    </Card>
  );
}

function Looks({ content, onChange }: FormProps<BlockContent>) {
  const issue = useIssue("");
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-base font-semibold">{t`Where and when it is shown`}</h2>
      {issue === undefined ? null : (
        <p role="alert" className="text-sm text-down">
          {issue}
        </p>
      )}
      <ShownField isActive={content.isActive} onChange={(isActive, of) => onChange({ ...content, isActive }, of)} />
      <div className="grid gap-4 sm:grid-cols-3">
        <ChoiceField
          label={t`Looks like`}
          options={BLOCK_TYPES.map((value) => ({ value, label: blockTypeWords(value) }))}
          value={content.blockType}
          onChange={(blockType) => onChange({ ...content, blockType }, null)}
        />
        <ChoiceField
          label={t({ message: "Where", context: "a text stands" })}
          options={BLOCK_PLACES.map((value) => ({ value, label: placeWords(value) }))}
          value={content.place}
          onChange={(place) => onChange({ ...content, place }, null)}
        />
        <OrderField
          label={t`Its place there`}
          path="displayOrder"
          value={content.displayOrder}
          onChange={(displayOrder, of) => onChange({ ...content, displayOrder }, of)}
        />
        <MomentField
          label={t({ message: "From", context: "when something is shown" })}
          hint={t`By your own clock; empty for at once.`}
          path="from"
          value={content.from}
          onChange={(from, of) => onChange({ ...content, from }, of)}
        />
        <MomentField
          label={t({ message: "Until", context: "when something is shown" })}
          hint={t`Empty for always.`}
          path="until"
          value={content.until}
          onChange={(until, of) => onChange({ ...content, until }, of)}
        />
        <IconField icon={content.icon} onChange={(icon) => onChange({ ...content, icon }, null)} />
      </div>
      <PictureChoice
        path="mediaId"
        mediaId={content.mediaId ?? ""}
        onChoose={(mediaId, alt) => onChange(withPicture(content, mediaId, alt), null)}
        onNone={() => onChange({ ...content, mediaId: null }, null)}
      />
    </Card>
  );
}

/** What the library says that it shows stands in English, where nothing else does; other languages say it themselves. */
function withPicture(content: BlockContent, mediaId: string, alt: string): BlockContent {
  const { en } = content.words;
  return { ...content, mediaId, words: { ...content.words, en: { ...en, alt: en.alt === "" ? alt : en.alt } } };
}
