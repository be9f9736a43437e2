CREATE TABLE `model_overrides` (
	`model` text PRIMARY KEY NOT NULL,
	`capabilities` text,
	`prices` text,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `step_wires` (
	`run_id` text NOT NULL,
	`step` integer NOT NULL,
	`attempt` integer NOT NULL,
	`adapter` text NOT NULL,
	`endpoint` text NOT NULL,
	`encoding` text NOT NULL,
	`request` blob NOT NULL,
	`response` blob NOT NULL,
	`cut` integer NOT NULL,
	PRIMARY KEY(`run_id`, `step`, `attempt`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `tool_verdicts` (
	`fingerprint` text NOT NULL,
	`target` text NOT NULL,
	`version` integer NOT NULL,
	`verdict` text NOT NULL,
	`reason` text,
	`warnings` text NOT NULL,
	PRIMARY KEY(`fingerprint`, `target`)
);
--> statement-breakpoint
ALTER TABLE `conversations` ADD `settings` text;--> statement-breakpoint
ALTER TABLE `providers` ADD `profile` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `settings` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `tool_settings` ADD `strict` integer;