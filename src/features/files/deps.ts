import type { Catalogue } from "../../locales/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { joinPeopleLists, type People, type Person } from "../../slack/people/people.ts";
import type { FileTable, UploadedFileRecord } from "../../store/index.ts";
import type { AppContext } from "../feature.ts";

export type FileDeps = Pick<
  AppContext,
  "operations" | "store" | "quota" | "services" | "within" | "newId"
> & {
  files: Pick<FileTable, "get" | "list" | "usesOf">;
  may: Rights;
  /** Rights for display only: false instead of an error while a group's members are unknown. */
  known: Rights;
  noAccess: (says: string, words: Catalogue) => Answer;
};

type Rights = ReturnType<typeof createRights>;

export function createRights(
  isOn: People["isOn"],
  { fileManagers, senders, operators }: AppContext["config"]["people"],
) {
  return {
    upload: (person: Person) => isOn(fileManagers, person),
    send: (person: Person) => isOn(senders, person),
    list: (person: Person) => isOn(joinPeopleLists(fileManagers, senders), person),
    /** Allows the file's uploader, while they may upload, and operators. */
    delete: ({ author }: Pick<UploadedFileRecord, "author">, person: Person) =>
      isOn(author === person.id ? joinPeopleLists(fileManagers, operators) : operators, person),
  };
}
