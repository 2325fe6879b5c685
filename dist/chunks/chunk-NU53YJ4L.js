var UsageError=class extends Error{name="UsageError";complaints;constructor(complaints){super(complaints.join("; ")),this.complaints=complaints}};export{UsageError};
