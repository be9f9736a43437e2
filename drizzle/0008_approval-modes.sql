UPDATE `tool_settings` SET `approval` = CASE `approval` WHEN 'never' THEN 'allow' ELSE 'deny' END WHERE `approval` IN ('never', 'always-deny');
