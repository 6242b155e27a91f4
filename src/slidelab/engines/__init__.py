"""The engines that run searches, one folder per engine."""
