/** A refusal as the platform words it: an HTTP status and `{errorCode, errorMessage}`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly errorCode: string;

  constructor(status: number, errorCode: string, errorMessage: string) {
    super(errorMessage);
    this.status = status;
    this.errorCode = errorCode;
  }
}

/** 400 ValidationError: a parameter is missing, unknown, ill-typed or too large. */
export function validationError(errorMessage: string): ApiError {
  return new ApiError(400, "ValidationError", errorMessage);
}

/** 404 ResourceNotFound: no such route or record. */
export function notFound(what: string): ApiError {
  return new ApiError(404, "ResourceNotFound", `요청한 리소스를 찾을 수 없습니다. (${what})`);
}
