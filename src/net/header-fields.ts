/** Header fields of an HTTP answer, names in lower case. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;
