"""Addresses of the account pages that are ours; allauth's stand beside them."""

from django.urls import path

from . import views

app_name = "accounts"
urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("profile/", views.profile, name="profile"),
    path("profile/picture/", views.picture, name="picture"),
]
