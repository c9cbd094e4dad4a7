// The results of simulated revisits as tables for people, and as JSON.
#pragma once

#include <string>
#include <vector>

#include "sim/revisit/estimator_errors.h"
#include "sim/revisit/revisit_experiment.h"

namespace meguri::app {

// A table for each budget; who could not spend it stands below, apart.
std::string FormatRevisits(const RevisitPlan& plan, const RevisitPages& pages,
                           const std::vector<RevisitResult>& results);
// A line for each policy and budget.
std::string RevisitsJson(const RevisitPlan& plan, const RevisitPages& pages,
                         const std::vector<RevisitResult>& results);

// A policy's, where rates are known.
struct NamedErrors {
  std::string policy;
  std::vector<EstimatorErrors> by_site;
};
// Of the plan's policies that have an estimator.
std::vector<NamedErrors> EstimatorErrorsOf(const RevisitPlan& plan, const RevisitPages& pages);
// For each estimator and rate, how far it is off.
std::string FormatErrors(const RevisitPages& pages, const std::vector<NamedErrors>& errors);
std::string ErrorsJson(const RevisitPages& pages, const std::vector<NamedErrors>& errors);

}  // namespace meguri::app
