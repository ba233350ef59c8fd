"""Addresses of the account pages that are ours; allauth's stand beside them."""

from django.urls import path

app_name = "accounts"
urlpatterns: list[path] = []
