import type { Row } from "./guard.ts";

const people = "src/slack/people/people.ts";
const peopleTest = "test/unit/slack/people/people.test.ts";
const receiver = "src/slack/edge/http-receiver.ts";

export const rights: readonly Row[] = [
  {
    threat: "Guests, outsiders, deactivated people act",
    guards: [
      {
        guard: "who is no member may do nothing",
        file: people,
        text: 'if (person.standing !== "member") return { kind: "no" };',
        instead: 'if (person.standing !== "member" && person.id === "") return { kind: "no" };',
        test: peopleTest,
      },
      {
        guard: "a guest is no member",
        file: people,
        text: "      user.is_restricted !== true &&\n",
        instead: "",
        test: peopleTest,
      },
      {
        guard: "nor is who was deactivated",
        file: people,
        text: "      user.deleted !== true &&\n",
        instead: "",
        test: peopleTest,
      },
      {
        guard: "nor who is of another workspace",
        file: people,
        text: "      isHere &&\n",
        instead: "      (isHere || true) &&\n",
        test: peopleTest,
      },
    ],
  },
  {
    threat: "A clock that is set back, or a machine that slept, keeps a right alive",
    guards: [
      {
        guard: "what is believed is fresh",
        file: people,
        text: "if (entry === undefined || age(entry) > believedForMs) {",
        instead: "if (entry === undefined) {",
        test: peopleTest,
      },
    ],
  },
  {
    threat: "An answer in somebody else's name",
    guards: [
      {
        guard: "from who was asked",
        file: "src/store/receipts/answer.ts",
        text: "if (asked?.receipt?.holder !== seen.by)",
        instead: "if (asked === null)",
        test: "test/contract/store.sqlite.test.ts",
        only: "receipts",
      },
      {
        guard: "once",
        file: "src/store/receipts/answer.ts",
        text: ': row("received_as", "is", null),\n',
        instead: ': row("operation_id", "is not", null),\n',
        test: "test/contract/store.sqlite.test.ts",
        only: "receipts",
      },
    ],
  },
  {
    threat: "A forged or replayed request over HTTP",
    guards: [
      {
        guard: "Slack's signature and its time",
        file: receiver,
        text: "  verifySlackRequest({\n",
        instead: "  void ({\n",
        test: "test/app/http-security.test.ts",
      },
      {
        guard: "what has no signature is read up to 1 kB",
        file: receiver,
        text: "bodyLimit: unsignedLimitBytes }",
        instead: "bodyLimit: unsignedLimitBytes * 1000 }",
        test: "test/app/http-security.test.ts",
      },
      {
        guard: "a signed body that is no object is refused",
        file: receiver,
        text: "return isObject(body) ? body : null;",
        instead: "return isObject(body) ? body : {};",
        test: "test/unit/slack/edge/http-receiver.test.ts",
      },
    ],
  },
  {
    threat: "A message that can't be read ends the process",
    guards: [
      {
        guard: "it is left out over HTTP",
        file: receiver,
        text: "  } catch {\n    return null;\n",
        instead: "  } catch (error) {\n    throw error;\n",
        test: "test/unit/slack/edge/http-receiver.test.ts",
      },
    ],
  },
];
