CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_secret_hash_unique` ON `api_tokens` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_secret_hash_unique` ON `sessions` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`user_name` text,
	`conversation_id` text,
	`run_id` text,
	`step` integer,
	`call_id` text,
	`execution_id` text,
	`tool` text,
	`source` text,
	`definition_hash` text,
	`success` integer,
	`duration_ms` real,
	`error` text,
	`input_commit` text,
	`output_commit` text,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_run` ON `audit_log` (`run_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_conversation` ON `audit_log` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_tool` ON `audit_log` (`tool`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_kind` ON `audit_log` (`kind`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE TABLE `audit_payload` (
	`seq` integer NOT NULL,
	`side` text NOT NULL,
	`salt` text NOT NULL,
	`body` text NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`seq`, `side`)
);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`model` text,
	`tools` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `conversations_page` ON `conversations` (`user_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `providers` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`base_url` text,
	`sealed_key` text,
	`key_hint` text,
	`models` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `run_checkpoints` (
	`run_id` text PRIMARY KEY NOT NULL,
	`step` integer NOT NULL,
	`text` text NOT NULL,
	`reasoning` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `run_events` (
	`run_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`at` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`run_id`, `sequence`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`state` text NOT NULL,
	`model` text NOT NULL,
	`input` text NOT NULL,
	`system` text,
	`limits` text NOT NULL,
	`tools` text NOT NULL,
	`fence` integer NOT NULL,
	`last_sequence` integer NOT NULL,
	`steps` integer NOT NULL,
	`usage` text NOT NULL,
	`cost` real,
	`error` text,
	`cancel_requested_at` text,
	`created_at` text NOT NULL,
	`started_at` text,
	`ended_at` text,
	`idempotency_key` text,
	`body_hash` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_idempotency` ON `runs` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `runs_conversation` ON `runs` (`conversation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `runs_state` ON `runs` (`state`);--> statement-breakpoint
CREATE TABLE `tool_executions` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`run_id` text,
	`call_id` text NOT NULL,
	`user_id` text NOT NULL,
	`tool_id` text NOT NULL,
	`definition_hash` text NOT NULL,
	`arguments_hash` text NOT NULL,
	`started_at` text NOT NULL,
	`ended_at` text,
	`duration_ms` real,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tool_executions_idempotency_key_unique` ON `tool_executions` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `tool_executions_state` ON `tool_executions` (`state`);--> statement-breakpoint
CREATE INDEX `tool_executions_run` ON `tool_executions` (`run_id`);--> statement-breakpoint
CREATE TABLE `tool_settings` (
	`tool_id` text PRIMARY KEY NOT NULL,
	`enabled` integer,
	`approval` text
);
