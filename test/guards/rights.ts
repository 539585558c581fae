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
        text: "      account.is_restricted !== true &&\n",
        instead: "",
        test: peopleTest,
      },
      {
        guard: "nor is who was deactivated",
        file: people,
        text: "      account.deleted !== true &&\n",
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
    threat: "A right was taken away meanwhile",
    guards: [
      {
        guard: "asked again when a form is submitted",
        file: "src/outcomes/repeat.slack.ts",
        text: "if (denied !== null) return submission.ackErrors({ [reasonFieldId]: denied });",
        instead: "",
        test: "test/app/lost-right.test.ts",
        only: "the form to send again sends nothing",
      },
      {
        guard: "and at each click",
        file: "src/features/messages/again.slack.ts",
        text: "if (operation === null || deps.maySend(person)) return operation;",
        instead: 'if (operation === null || person.id !== "") return operation;',
        test: "test/app/lost-right.test.ts",
        only: "opens no form",
      },
      {
        guard: "also of what is saved for others",
        file: "src/features/messages/runs/save.slack.ts",
        text: "if (!deps.maySend(person)) return submission",
        instead: 'if (person.id === "") return submission',
        test: "test/app/lost-right.test.ts",
        only: "each form asks again",
      },
      {
        guard: "and of an upload that is tried again",
        file: "src/features/files/upload.slack.ts",
        text: "    if (!deps.may.upload(person)) return { denied: words.files.notAllowed };\n",
        instead: "",
        test: "test/app/lost-right.test.ts",
        only: "each button asks again",
      },
      {
        guard: "and where a form is rendered again, which lists whole numbers",
        file: "src/features/messages/index.ts",
        text: "if (deps.maySend(click.person)) return handle",
        instead: 'if (click.person.id !== "") return handle',
        test: "test/app/lost-right.test.ts",
        only: "each button asks again",
      },
    ],
  },
  {
    threat: "A clock set back, or a machine that slept, keeps a right alive",
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
        file: "src/store/receipts.ts",
        text: "if (operation?.receipt?.phoneOwner !== answer.by)",
        instead: "if (operation?.receipt == null)",
        test: "test/contract/store.sqlite.test.ts",
        only: "receipts",
      },
      {
        guard: "once",
        file: "src/store/receipts.ts",
        text: 'if (as !== null && !(as === "did_not_arrive" && answer.as === "arrived"))',
        instead: "if (as === answer.by)",
        test: "test/contract/store.sqlite.test.ts",
        only: "receipts",
      },
    ],
  },
  {
    threat: "Alerts on a stranger's Home",
    guards: [
      {
        guard: "Home shows them to operators",
        file: "src/features/home/home.view.ts",
        text: "...(home.isOnCall ? alertBlocks(home, words) : []),",
        instead: "...alertBlocks(home, words),",
        test: "test/app/home.test.ts",
        only: "shows alerts to on-call",
      },
      {
        guard: "and what waits for anybody too",
        file: "src/features/home/index.ts",
        text: "const whose = isOnCall ? {} : { author: person.id };",
        instead: "const whose = {};",
        test: "test/app/home.test.ts",
        only: "to its author and to on-call",
      },
      {
        guard: "masked where it is somebody else's",
        file: "src/outcomes/card.view.ts",
        text: 'reader === "author" ? inFull : masked',
        instead: 'reader === "author" ? masked : inFull',
        test: "test/app/home.test.ts",
        only: "to its author and to on-call",
      },
      {
        guard: "what was sent to its author alone in the form behind it",
        file: "src/outcomes/rows.view.ts",
        text: 'author === reader ? "author" : "on-call"',
        instead: '"author"',
        test: "test/unit/outcomes/unknowns-view.test.ts",
        only: "shows their author what was sent",
      },
      {
        guard: "anything at all to members alone",
        file: "src/features/home/open-homes.ts",
        text: 'if (person.standing === "member") ',
        instead: "",
        test: "test/unit/features/home/open-homes.test.ts",
      },
    ],
  },
  {
    threat: "Somebody else's button or form",
    guards: [
      {
        guard: "a button of its author's asks for its author",
        file: "src/outcomes/handlers.ts",
        text: "if (operation?.author === click.person.id) return operation;",
        instead: "if (operation !== null) return operation;",
        test: "test/app/repeat.test.ts",
        only: "somebody else's click",
      },
      {
        guard: "and so does a form",
        file: "src/outcomes/repeat.slack.ts",
        text: "if (original === null || original.author !== person.id) return null;",
        instead: "if (original === null) return null;",
        test: "test/app/repeat.test.ts",
        only: "somebody else's click",
      },
      {
        guard: "what became of it is its author's and operators' to say",
        file: "src/outcomes/resolve.slack.ts",
        text: "if (operation.author !== person.id && !deps.isOperator(person)) return [words.resolve.notYours];",
        instead: "",
        test: "test/app/resolve.test.ts",
        only: "can't be reported by others",
      },
    ],
  },
  {
    threat: "A form sends again what is another's, or of another kind",
    guards: [
      {
        guard: "the store asks for the same author",
        file: "src/store/operations/tries.ts",
        text: "&& (first.author === author || again.isHarmless === true);",
        instead: "&& first.author !== null;",
        test: "test/contract/store.sqlite.test.ts",
        only: "a further try",
      },
      {
        guard: "and for the same kind",
        file: "src/store/operations/tries.ts",
        text: "first?.kind === kind &&",
        instead: "first !== undefined &&",
        test: "test/contract/store.sqlite.test.ts",
        only: "a further try",
      },
      {
        guard: "of deletions the right to the file is asked for",
        file: "src/features/files/list.slack.ts",
        text: "if (!deps.may.delete(file, person)) return { denied: files.delete.notYours };",
        instead: "",
        test: "test/app/files-delete.test.ts",
        only: "after an unknown outcome by anybody",
      },
    ],
  },
  {
    threat: "A forged response_url makes the bot call another address",
    guards: [
      {
        guard: "only Slack's hosts get an answer",
        file: "src/slack/edge/respond-to.ts",
        text: "if (address === null || !isResponseUrl(address, new URL(client.slackApiUrl).origin)) {",
        instead: "if (address === null) {",
        test: "test/unit/slack/edge/respond-to.test.ts",
      },
    ],
  },
  {
    threat: "A forged or replayed HTTP request",
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
        text: "bodies.read(request, unsignedLimitBytes)",
        instead: "bodies.read(request, unsignedLimitBytes * 1000)",
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
    threat: "Somebody without the secret fills memory or holds others up",
    guards: [
      {
        guard: "shape of signature and time before the body",
        file: receiver,
        text: 'throw new Error("the signature has another form than Slack\'s");',
        instead: "await bodies.read(request, bodyLimitBytes);",
        test: "test/unit/slack/edge/bodies.test.ts",
      },
      {
        guard: "1 MB of one body",
        file: "src/slack/edge/http-receiver.ts",
        text: "if (reading.heldBytes > limitBytes + chunkBytes) reading.giveUp(tooLarge);\n      else ",
        instead: "",
        test: "test/unit/slack/edge/bodies.test.ts",
      },
      {
        guard: "16 MB of all bodies",
        file: "src/slack/edge/http-receiver.ts",
        text: "this.#heldBytes > heldLimitBytes",
        instead: "this.#heldBytes < 0",
        test: "test/unit/slack/edge/bodies.test.ts",
      },
      {
        guard: "one request at a time on a connection",
        file: "src/ops/http.ts",
        text: "if (sockets.get(socket) !== null) return socket.destroy();",
        instead: "",
        test: "test/unit/slack/edge/bodies.test.ts",
      },
      {
        guard: "none that expects what nobody offers",
        file: "src/ops/http.ts",
        text: 'server.on("checkExpectation", ({ socket }) => socket.destroy());',
        instead: "",
        test: "test/unit/slack/edge/bodies.test.ts",
        only: "unknown Expect header",
      },
      {
        guard: "of too many connections the one that was silent for longest goes",
        file: "src/ops/http.ts",
        text: "if (sockets.size >= maxConnections) findSilent(sockets)?.destroy();",
        instead: "findSilent(sockets)?.ref();",
        test: "test/unit/slack/edge/bodies.test.ts",
      },
      {
        guard: "of too many connections none goes that is being answered",
        file: "src/ops/http.ts",
        text: "if (request?.complete !== true) return socket;",
        instead: "if (request !== undefined) return socket;",
        test: "test/unit/slack/edge/bodies.test.ts",
      },
    ],
  },
  {
    threat: "An unreadable message ends the process",
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
