import { expect, it } from "vitest";
import { createSendKind, imagePlaceholder } from "../../../../src/features/messages/send.ts";

it("a message whose image isn't uploaded yet can't be sent", () => {
  const sendMessage = () => Promise.reject(new Error("was sent"));
  const { obstacle } = createSendKind({ sendMessage }, () => null, {
    notificationFor: () => ({}),
    describe: () => null,
  });
  const message = { to: "01023456789", from: "0212345678" };
  expect(obstacle?.({ message: { ...message, imageId: imagePlaceholder } })).toBe("NotReached");
  expect(obstacle?.({ message: { ...message, chatOptions: { imageId: imagePlaceholder } } })).toBe(
    "NotReached",
  );
  expect(obstacle?.({ message: { ...message, imageId: "F1" } })).toBeNull();
});
