import { t } from "@lingui/core/macro";
import { Segments } from "#pwa/ui/segments.tsx";
import type { PageSection } from "#schemas/content/sections.ts";
import { CardFields, PartList, QuestionFields, StepFields } from "./part-list.tsx";
import { LinkFields } from "./link-fields.tsx";
import type { FieldsOf, SectionFieldsProps } from "./fields-of.ts";
import { newPart } from "./new-parts.ts";
import { PictureFields } from "./picture-fields.tsx";
import { RichField } from "./rich-field.tsx";
import { TableFields } from "./table-fields.tsx";
import { TitleField, WrittenField } from "./text-fields.tsx";
import { useWriting } from "./writing.ts";

/** What is written in a section, by its kind. */
export function SectionFields({ path, section, onChange }: SectionFieldsProps<PageSection>) {
  switch (section.type) {
    case "text":
      return (
        <RichField
          label={t`Text`}
          path={`${path}.body`}
          value={section.body}
          onChange={(body, of) => onChange({ ...section, body }, of)}
        />
      );
    case "heading":
      return <HeadingFields path={path} section={section} onChange={onChange} />;
    case "picture":
      return <PictureFields path={path} section={section} onChange={onChange} />;
    case "columns":
      return <ColumnFields path={path} section={section} onChange={onChange} />;
    case "steps":
      return (
        <PartList
          path={`${path}.items`}
          of="steps"
          items={section.items}
          add={t`Add a step`}
          fresh={newPart.steps}
          says={({ title }) => title}
          Fields={StepFields}
          onChange={(items, of) => onChange({ ...section, items: [...items] }, of)}
        />
      );
    case "questions":
      return (
        <PartList
          path={`${path}.items`}
          of="questions"
          items={section.items}
          add={t`Add a question`}
          fresh={newPart.questions}
          says={({ question }) => question}
          Fields={QuestionFields}
          onChange={(items, of) => onChange({ ...section, items: [...items] }, of)}
        />
      );
    case "cards":
      return (
        <PartList
          path={`${path}.items`}
          of="cards"
          items={section.items}
          add={t`Add a card`}
          fresh={newPart.cards}
          says={({ title }) => title}
          Fields={CardFields}
          onChange={(items, of) => onChange({ ...section, items: [...items] }, of)}
        />
      );
    case "call-to-action":
      return <CallFields path={path} section={section} onChange={onChange} />;
    case "code":
      return <CodeFields path={path} section={section} onChange={onChange} />;
    case "table":
      return <TableFields path={path} section={section} onChange={onChange} />;
    case "callout":
      return <CalloutFields path={path} section={section} onChange={onChange} />;
  }
}

function HeadingFields({ path, section, onChange }: FieldsOf<"heading">) {
  const { isReadOnly } = useWriting();
  return (
    <>
      <WrittenField
        label={t`Heading`}
        path={`${path}.text`}
        value={section.text}
        most={200}
        onChange={(text, of) => onChange({ ...section, text }, of)}
      />
      <fieldset disabled={isReadOnly}>
        <Segments
          label={t`Level`}
          items={[
            { value: "2", label: t({ message: "Large", context: "a heading" }) },
            { value: "3", label: t({ message: "Small", context: "a heading" }) },
          ]}
          value={section.level === 2 ? "2" : "3"}
          onValueChange={(level) => onChange({ ...section, level: level === "2" ? 2 : 3 }, null)}
        />
      </fieldset>
    </>
  );
}

function ColumnFields({ path, section, onChange }: FieldsOf<"columns">) {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <RichField
        label={t`First column`}
        path={`${path}.left`}
        value={section.left}
        onChange={(left, of) => onChange({ ...section, left }, of)}
      />
      <RichField
        label={t`Second column`}
        path={`${path}.right`}
        value={section.right}
        onChange={(right, of) => onChange({ ...section, right }, of)}
      />
    </div>
  );
}

function CallFields({ path, section, onChange }: FieldsOf<"call-to-action">) {
  return (
    <>
      <TitleField
        path={`${path}.title`}
        value={section.title}
        most={160}
        onChange={(title, of) => onChange({ ...section, title }, of)}
      />
      <WrittenField
        label={t`Text`}
        path={`${path}.text`}
        value={section.text}
        most={500}
        isLong
        onChange={(text, of) => onChange({ ...section, text }, of)}
      />
      <LinkFields
        path={`${path}.link`}
        link={section.link}
        onChange={(link, of) => onChange({ ...section, link }, of)}
      />
    </>
  );
}

function CodeFields({ path, section, onChange }: FieldsOf<"code">) {
  return (
    <>
      <WrittenField
        label={t`Written in`}
        hint={t`The name of the language, such as JavaScript.`}
        path={`${path}.language`}
        value={section.language}
        most={20}
        isCode
        onChange={(language, of) => onChange({ ...section, language }, of)}
      />
      <WrittenField
        label={t({ message: "Code", context: "of a program" })}
        path={`${path}.code`}
        value={section.code}
        most={10_000}
        isLong
        isCode
        rows={8}
        onChange={(code, of) => onChange({ ...section, code }, of)}
      />
    </>
  );
}

function CalloutFields({ path, section, onChange }: FieldsOf<"callout">) {
  const { isReadOnly } = useWriting();
  return (
    <>
      <fieldset disabled={isReadOnly}>
        <Segments
          label={t({ message: "Tone", context: "of a text that stands out" })}
          items={[
            { value: "note", label: t({ message: "Note", context: "tone of a text that stands out" }) },
            { value: "good", label: t({ message: "Good news", context: "tone of a text that stands out" }) },
            { value: "warning", label: t({ message: "Warning", context: "tone of a text that stands out" }) },
            { value: "danger", label: t({ message: "Danger", context: "tone of a text that stands out" }) },
          ]}
          value={section.tone}
          onValueChange={(tone) => onChange({ ...section, tone }, null)}
        />
      </fieldset>
      <RichField
        label={t`Text`}
        path={`${path}.body`}
        value={section.body}
        onChange={(body, of) => onChange({ ...section, body }, of)}
      />
    </>
  );
}
